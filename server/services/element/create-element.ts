import type { Context } from "#server/context.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import type { Element } from "#server/element/shape.ts";
import * as imports from "#server/store/element/element-imports.ts";
import * as proofs from "#server/store/element/element-proofs.ts";
import * as revisions from "#server/store/element/element-revisions.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import * as elements from "#server/store/element/elements.ts";
import * as testAccounts from "#server/store/test-account/test-accounts.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { type RemovedDraft, removePublished, requireDraft } from "../draft/remove-draft.ts";
import { refuseTakenKey } from "./change-element.ts";
import { checkElement } from "./check-element.ts";
import { definitionHash } from "./definition-hash.ts";
import { presentElement } from "./present-element.ts";
import { requireKnownFormulas } from "./require-known-formulas.ts";

/** Makes a private element of the caller's account; refuses conflict for a key that it has already, and what `insertElement` refuses. */
export const createElement = async (ctx: Context, element: Element) =>
  presentElement(await insertElement(ctx, { element }));

/** The draft that is named is that of this element, and is deleted; its test accounts and proofs move to the element. */
type Creation = Partial<RemovedDraft> & {
  action?: "created" | "cloned";
  message?: string | undefined;
  /** The API description that it was created from; it is stored for a later import. */
  description?: imports.ElementImport;
};

/** Inserts a prepared element, with its first revision; refuses what `checkElement` and `requireKnownFormulas` refuse. */
export async function insertElement(
  ctx: Context,
  { element, action = "created", message, draftId, draftVersion, description }: { element: Element } & Creation,
): Promise<ElementRecord> {
  requireDesigner(ctx);
  const { organizationId, accountId, userId } = ctx.caller;
  return ctx.db.prisma.$transaction(async (tx) => {
    // The key that the draft names is taken once another window has published it.
    if (draftId !== undefined) await requireDraft(ctx, tx, "elementDraft", { draftId, draftVersion });
    const id = await elements.nextId(tx);
    const definition = checkElement(prepareElement(element, { elementId: id }));
    // A copy runs what its original runs, or nothing if the account does not see that.
    if (action === "created") await requireKnownFormulas(ctx, tx, definition.resources);
    const inserted = await refuseTakenKey(
      elements.insert(tx, ctx.vault, { id, organizationId, accountId, userId, definition, createdAt: ctx.now() }),
      definition.key,
    );
    await revisions.insert(tx, ctx.vault, inserted, { userId, message });
    if (description) await imports.save(tx, ctx.vault, { organizationId, elementId: id }, description);
    if (draftId !== undefined) {
      await testAccounts.moveToElement(tx, ctx.caller, { draftId, elementId: id });
      await proofs.moveToElement(tx, {
        ...{ organizationId, draftId, elementId: id, definitionHash: definitionHash(definition) },
      });
      await removePublished(ctx, tx, "elementDraft", { draftId, draftVersion });
    }
    await record(tx, ctx, { entity: "element", entityId: id, action });
    return inserted;
  });
}
