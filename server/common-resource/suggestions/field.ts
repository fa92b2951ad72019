/** A field of one side, with sample values. */
export type KnownField = { path: string; type?: string | undefined; samples: readonly unknown[] };
