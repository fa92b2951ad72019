import type { App } from "#server/context.ts";

/** A real hash that no password matches. */
export const unknownPassword = ({ passwords }: Pick<App, "passwords">): Promise<string> =>
  passwords.hash(crypto.randomUUID());
