import type { App, Context } from "#server/context.ts";
import { prepareElement } from "#server/element/definition/prepare.ts";
import type { PreparedElement } from "#server/element/definition/prepared.ts";
import { compileElement } from "#server/element/plan.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import { elementSchema } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import * as drafts from "#server/store/draft/drafts.ts";
import * as elements from "#server/store/element/elements.ts";
import type { TestAccountOwner, TestAccountRecord } from "#server/store/test-account/test-accounts.ts";
import * as testAccounts from "#server/store/test-account/test-accounts.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { disconnectAccount } from "./disconnect-account.ts";

/**
 * Deletes a test account of the caller and disconnects it at the provider, by the last saved version of the caller's
 * draft. Refuses notFound.
 */
export async function deleteTestAccount(ctx: Context, testAccountId: number) {
  requireDesigner(ctx);
  const found = await testAccounts.find(ctx, ctx.caller, { id: testAccountId });
  if (!found) throw new Failure("notFound", `There is no test account ${testAccountId}.`);
  await dropTestAccounts(ctx, [found]);
  return {};
}

/** Deletes the test accounts of a draft or element that is being deleted, or of users who were deleted. */
export async function dropTestAccountsOf(ctx: Context, of: TestAccountOwner | { userIds: number[] }): Promise<void> {
  const { organizationId } = ctx.caller;
  const db = ctx.db.prisma;
  await dropTestAccounts(ctx, await testAccounts.listForDeletion({ db, vault: ctx.vault }, organizationId, of));
}

async function dropTestAccounts(ctx: Context, accounts: readonly TestAccountRecord[]): Promise<void> {
  for (const account of accounts) {
    const { id, elementId } = account;
    // Uses the current definition, before a draft is deleted with its accounts.
    const plan = await planFor(ctx, account);
    const isGone = await ctx.db.prisma.$transaction(async (tx) => {
      const isRemoved = await testAccounts.remove(tx, account);
      const parent = elementId !== null && { parentId: elementId };
      if (isRemoved) await record(tx, ctx, { entity: "testAccount", entityId: id, ...parent, action: "deleted" });
      return isRemoved;
    });
    if (isGone && plan) await disconnectAccount(ctx, { account, plan });
  }
}

/** The author's draft if it can be compiled, else the published definition; null without either. */
async function planFor(ctx: Context, account: TestAccountRecord): Promise<ElementPlan | null> {
  const { elementId, draftId } = account;
  const { prisma } = ctx.db;
  const published =
    elementId === null ? null : await elements.readDefinition(prisma, ctx.vault, { elementId, accountId: 0 });
  const store = { db: prisma, vault: ctx.vault, table: "elementDraft" } as const;
  const draft =
    draftId === null
      ? elementId === null
        ? null
        : await drafts.findOf(store, account, elementId)
      : await drafts.find(store, account, draftId);
  const compiled = draft && compiledDraft(ctx, draft.definition, { elementId, before: published?.element });
  return compiled ?? (published && compileElement(published.element));
}

function compiledDraft(
  { log }: Pick<App, "log">,
  definition: Record<string, unknown>,
  { elementId, before }: { elementId: number | null; before: PreparedElement | undefined },
): ElementPlan | null {
  const element = elementSchema.safeParse(definition).data;
  if (!element) return null;
  try {
    return compileElement(prepareElement(element, { elementId: elementId ?? 0, before }));
  } catch (error) {
    log.info({ err: error }, "a draft cannot be compiled");
    return null;
  }
}
