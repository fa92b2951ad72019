import type { Context } from "#server/context.ts";
import type { PreparedElement } from "#server/element/definition/prepared.ts";
import { Failure } from "#server/errors.ts";
import { isTaken } from "#server/store/database/database-errors.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as proofs from "#server/store/element/element-proofs.ts";
import * as revisions from "#server/store/element/element-revisions.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import * as elements from "#server/store/element/elements.ts";
import { requireDesigner } from "../account/require-role.ts";
import { type Change, record } from "../audit/record.ts";
import { checkElement } from "./check-element.ts";
import { definitionHash } from "./definition-hash.ts";
import { isOwn, noSuchElement } from "./find-element.ts";
import { requireKnownFormulas } from "./require-known-formulas.ts";

type Changed = {
  definition: PreparedElement;
  change: Change;
  /** Set for a change of the whole element, which is recorded as a revision. */
  revision?: { message?: string | undefined };
  /** The earlier revision that is restored: rules against changes must not prevent a restore. */
  restored?: PreparedElement | null | undefined;
};

/**
 * Creates the next version of an element: `make` receives the current definition and returns the next one; element,
 * revision and audit entry are one transaction. The version before a revision is recorded as well: changes of single
 * parts leave none.
 *
 * Refuses: forbidden to viewers and to accounts that may only use the element, notFound (the catalog cannot be
 * changed), and what `checkElement`, `requireKnownFormulas` and `make` refuse.
 */
export async function changeElement(
  ctx: Context,
  keyOrId: string | number,
  make: (current: ElementRecord, tx: Db) => Changed | Promise<Changed>,
): Promise<ElementRecord> {
  requireDesigner(ctx);
  return ctx.db.prisma.$transaction(async (tx) => {
    const current = await holdElement(ctx, tx, keyOrId);
    requireOwn(ctx, current);
    const { definition, change, revision, restored } = await make(current, tx);
    if (revision) await revisions.insert(tx, ctx.vault, current);
    const checked = checkElement(definition, current.definition, restored);
    const before = [...current.definition.resources, ...(restored?.resources ?? [])];
    await requireKnownFormulas(ctx, tx, checked.resources, before);
    const changed = await refuseTakenKey(
      elements.update(tx, ctx.vault, current, { definition: checked, updatedAt: ctx.now() }),
      definition.key,
    );
    if (revision) {
      await revisions.insert(tx, ctx.vault, changed, { userId: ctx.caller.userId, ...revision });
      const { id: elementId, organizationId } = changed;
      await proofs.markPublished(tx, { organizationId, elementId, definitionHash: definitionHash(changed.definition) });
    }
    await record(tx, ctx, { fields: { before: current.definition, after: changed.definition }, ...change });
    return changed;
  });
}

/** Locks the element for this transaction; refuses notFound. */
export async function holdElement(ctx: Context, tx: Db, keyOrId: string | number): Promise<ElementRecord> {
  const found = await elements.find(tx, ctx.vault, ctx.caller, keyOrId);
  if (found) await elements.lock(tx, found.id);
  const current = found && (await elements.find(tx, ctx.vault, ctx.caller, found.id));
  if (!current) throw noSuchElement(keyOrId);
  return current;
}

/** An account that an element was shared with may use it, but not change it. */
export function requireOwn({ caller }: Context, element: ElementRecord): void {
  if (element.isCatalog) {
    throw new Failure(
      "notFound",
      `"${element.key}" is a catalog element: you can only add resources to it. Clone it to change the rest.`,
    );
  }
  if (isOwn(caller, element)) return;
  throw new Failure(
    "forbidden",
    "This element belongs to another account. You can use it but not change it. Ask that account, or create an element of your own.",
  );
}

/** Converts the database's rejection of a second element with the same key in an account to a conflict. */
export async function refuseTakenKey<Result>(writing: Promise<Result>, key: string): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new Failure("conflict", `key: this account has an element "${key}" already.`, { cause: error });
  }
}
