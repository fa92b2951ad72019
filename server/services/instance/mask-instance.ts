import { redactJson } from "#server/account/redact.ts";
import type { Context } from "#server/context.ts";
import { secretsOf } from "#server/element/auth/secrets.ts";

/**
 * Masks the secrets of a connection in data from its provider, for people and agents. Formulas and receivers get events
 * as they were sent, so they are stored so; after the connection was deleted, nothing is masked.
 */
export async function maskInstance<Shown>(
  { openInstances }: Pick<Context, "openInstances">,
  elementInstanceId: number,
  shown: Shown,
): Promise<Shown> {
  const open = await openInstances.findOfAllOrganizations(elementInstanceId);
  if (!open) return shown;
  const { text, changed } = redactJson(
    JSON.stringify(shown),
    secretsOf(open.plan.element, open.instance.configuration),
  );
  return changed ? (JSON.parse(text) as Shown) : shown;
}
