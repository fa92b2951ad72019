/** A field of one side, with values that were seen in it. */
export type KnownField = { path: string; type?: string | undefined; samples: readonly unknown[] };
