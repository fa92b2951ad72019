import type { Caller } from "#server/account/caller.ts";
import type { App, Context } from "#server/context.ts";
import { isElementSecret } from "#server/element/definition/element-secrets.ts";
import type { Element } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import * as elements from "#server/store/element/elements.ts";
import { mayChange } from "../account/require-role.ts";

/** The caller; without one, the catalog is visible. */
export type ElementReader = Pick<App, "db" | "vault"> & { caller: Caller | undefined };

/** An element that the caller sees, by key or id; refuses notFound. */
export async function findElement(
  { db, vault, caller }: ElementReader,
  keyOrId: string | number,
): Promise<ElementRecord> {
  const found = await elements.find(db.prisma, vault, caller, keyOrId);
  if (!found) throw noSuchElement(keyOrId);
  return found;
}

/** Like `findElement`, with the element's shared secrets only visible to users who may change it. */
export async function findShownElement(ctx: ElementReader, keyOrId: string | number): Promise<ElementRecord> {
  const found = await findElement(ctx, keyOrId);
  const isShown = isOwn(ctx.caller, found) && seesSecrets(ctx);
  return isShown ? found : { ...found, definition: withoutSecrets(found.definition) };
}

/** A definition of the caller's own, such as a draft or a revision, as they see it: viewers see no secrets. */
export const shownDefinition = <Definition extends Pick<Element, "configuration">>(
  ctx: Pick<Context, "caller">,
  definition: Definition,
): Definition => (seesSecrets(ctx) ? definition : withoutSecrets(definition));

const seesSecrets = ({ caller }: { caller: Caller | undefined }): boolean =>
  caller !== undefined && mayChange({ caller });

const withoutSecrets = <Definition extends Pick<Element, "configuration">>(definition: Definition): Definition => ({
  ...definition,
  configuration: definition.configuration.map((entry) =>
    isElementSecret(definition, entry) ? { ...entry, defaultValue: "" } : entry,
  ),
});

/**
 * Whether the caller may change it: it belongs to their account, or to one that they see. The catalog cannot be
 * changed.
 */
export const isOwn = (caller: Caller | undefined, { isCatalog, accountId, organizationId }: ElementRecord): boolean =>
  !isCatalog &&
  caller !== undefined &&
  (accountId === caller.accountId || (caller.seesAllAccounts && organizationId === caller.organizationId));

export const noSuchElement = (keyOrId: string | number) =>
  new Failure("notFound", `There is no element ${JSON.stringify(String(keyOrId).slice(0, 100))}.`);
