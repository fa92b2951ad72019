import { redactJson } from "#server/account/redact.ts";
import type { Context } from "#server/context.ts";
import { secretsOf } from "#server/element/auth/secrets.ts";

/**
 * Masks the secrets of a connection in data from its provider, for people and agents. Formulas and receivers get events
 * as they were sent, so they are stored so; after the connection was deleted, nothing is masked. The secrets of a
 * connection that the caller does not see are not looked for: a mask would confirm a guess.
 */
export async function maskInstance<Shown>(
  { openInstances, caller }: Pick<Context, "openInstances" | "caller">,
  elementInstanceId: number,
  shown: Shown,
): Promise<Shown> {
  const open = await openInstances.find(caller, elementInstanceId);
  if (!open) return shown;
  const { text, changed } = redactJson(
    JSON.stringify(shown),
    secretsOf(open.plan.element, open.instance.configuration),
  );
  return changed ? (JSON.parse(text) as Shown) : shown;
}
