import { coversUse, type RequestUse, scopeFor } from "#server/account/api-key-scopes.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";

/**
 * Refuses (forbidden) an API key without the scope for this use: of each request, and of what a request does later in
 * another area.
 */
export function requireScope({ caller: { scopes } }: Pick<Context, "caller">, use: RequestUse): void {
  if (!scopes || coversUse(scopes, use)) return;
  throw new Failure(
    "forbidden",
    use.area === undefined
      ? "No API key may do this. Send the User secret instead of the key."
      : `This API key does not have the scope ${scopeFor(use)}. Use a key that has it.`,
  );
}
