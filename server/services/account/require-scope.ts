import { coversUse, type RequestUse, scopeFor } from "#server/account/api-key-scopes.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";

/**
 * Refuses (forbidden) an API key without the scope for this use: of each request, and of what a request does later in
 * another area.
 */
export function requireScope(ctx: Pick<Context, "caller">, use: RequestUse): void {
  const refusal = missingScope(ctx, use);
  if (refusal) throw refusal;
}

/** The refusal (forbidden) of an API key without the scope for this use; undefined if it has it, or there is no key. */
export function missingScope({ caller: { scopes } }: Pick<Context, "caller">, use: RequestUse): Failure | undefined {
  if (!scopes || coversUse(scopes, use)) return undefined;
  return new Failure(
    "forbidden",
    use.area === undefined
      ? "No API key may do this. Send the User secret instead of the key."
      : `This API key does not have the scope ${scopeFor(use)}. Use a key that has it.`,
  );
}
