import { isDeepStrictEqual } from "node:util";
import type { AuditAction } from "#server/account/audit-kinds.ts";
import type { Context } from "#server/context.ts";
import { boundAfter, instanceKeys } from "#server/formula/bound-values.ts";
import { throwIfAny } from "#server/formula/refusal.ts";
import { type SplitValues, secretKeys, shortSecretRefusals, splitValues } from "#server/formula/secret-values.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { ownScope } from "#server/store/database/scope.ts";
import type { FormulaRecord } from "#server/store/formula/formulas.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import type {
  FormulaInstanceChanges,
  FormulaInstanceRecord,
  Values,
} from "#server/store/formula-instance/formula-instances.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { splitOf, storedOf } from "../formula/secret-values.ts";
import { syncTriggers } from "../formula/sync-triggers.ts";
import { checkFormulaInstance } from "./check-formula-instance.ts";
import { type Address, noSuchFormulaInstance } from "./find-formula-instance.ts";
import { presentFormulaInstance } from "./present-formula-instance.ts";
import { requireOwnersRights } from "./require-owners-rights.ts";
import { settingsOf, storedSettings } from "./sealed-settings.ts";

/** PUT: sets fields that were sent, keeps missing ones; error counters may be written, too. */
export async function changeFormulaInstance(
  ctx: Context,
  { address, changes }: { address: Address; changes: FormulaInstanceChanges },
) {
  const changed = await ctx.db.prisma.$transaction((tx) => changeWithin(ctx, tx, address, changes));
  return presentFormulaInstance(ctx, changed);
}

/**
 * Like `changeFormulaInstance`, within a transaction that changes others as well: to avoid deadlocks, the formula with
 * the lowest id first. Changes that depend on the instance are a function of it as it is then. Values that nobody `entered`, as they only come along, bind nothing new.
 */
export async function changeWithin(
  ctx: Context,
  tx: Db,
  address: Address,
  changes: FormulaInstanceChanges | ((instance: FormulaInstanceRecord) => FormulaInstanceChanges),
  entered: "all" | "changed" = "all",
) {
  const { instance, formula } = await hold(ctx, tx, address);
  const given = Object.fromEntries(
    Object.entries(typeof changes === "function" ? changes(instance) : changes).filter(
      ([, value]) => value !== undefined,
    ),
  ) as FormulaInstanceChanges;
  const split = given.configuration && splitGiven(ctx, formula, instance, given.configuration);
  const { configuration: variables } = formula.definition;
  const boundKeys =
    entered === "all" ? instanceKeys(variables) : boundAfter(variables, instance, given.configuration ?? {});
  const changed = {
    ...given,
    ...(split && { ...storedOf(ctx.vault, instance, split), boundKeys }),
    ...(given.settings && storedSettings(ctx.vault, instance, given.settings)),
  };
  if (split && changesValues(formula, splitOf(ctx.vault, instance), split)) {
    const what = "values of this formula instance";
    await requireOwnersRights(ctx, { owner: instance, steps: formula.definition.steps, what });
  }
  if (given.configuration || given.settings) {
    await checkFormulaInstance(ctx, tx, formula.definition, { ...instance, ...changed }, instance);
  }
  return save(ctx, tx, formula, instance, changed, "updated");
}

/** Whether other values change than element instances, which are checked for the owner and the caller. */
function changesValues({ definition }: FormulaRecord, before: SplitValues, after: SplitValues): boolean {
  const instances = new Set(
    definition.configuration.flatMap(({ key, type }) => (type === "elementInstance" ? key : [])),
  );
  const values = (split: SplitValues) =>
    Object.entries({ ...split.configuration, ...split.secrets })
      .filter(([key, value]) => !instances.has(key) && value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1));
  return !isDeepStrictEqual(values(before), values(after));
}

/** Masks keep the secret under their key. Refuses (badRequest) secrets that are too short to be masked. */
function splitGiven({ vault }: Context, { definition }: FormulaRecord, instance: FormulaInstanceRecord, sent: Values) {
  const { secrets: held } = splitOf(vault, instance);
  const split = splitValues(definition.configuration, sent, held);
  throwIfAny(shortSecretRefusals(split, held));
  return split;
}

/** Enables or disables an instance; triggers do not start disabled ones. */
export async function activateFormulaInstance(
  ctx: Context,
  { address, active }: { address: Address; active: boolean },
) {
  await withFormulaInstance(ctx, address, (tx, instance, formula) =>
    save(ctx, tx, formula, instance, { active }, active ? "activated" : "deactivated"),
  );
  return {};
}

/** Deletes an instance with its schedule; the records of its executions are kept until they expire. */
export async function deleteFormulaInstance(ctx: Context, address: Address) {
  await withFormulaInstance(ctx, address, async (tx, { id, organizationId }, formula) => {
    await formulaInstances.remove(tx, { id, organizationId });
    await record(tx, ctx, { entity: "formulaInstance", entityId: id, parentId: formula.id, action: "deleted" });
  });
  return {};
}

async function save(
  ctx: Context,
  tx: Db,
  formula: FormulaRecord,
  instance: FormulaInstanceRecord,
  changes: FormulaInstanceChanges,
  action: AuditAction,
) {
  const { id, organizationId } = instance;
  const isStarted = changes.active === true && !instance.active;
  const saved = await formulaInstances.update(
    tx,
    { id, organizationId },
    { ...(isStarted && NO_ERRORS), ...changes, updatedAt: ctx.now() },
  );
  const hidden = secretKeys(formula.definition.configuration);
  await record(tx, ctx, {
    ...{ entity: "formulaInstance", entityId: id, parentId: formula.id, action },
    fields: {
      before: changeable(ctx, instance),
      after: changeable(ctx, saved),
      isSecret: (key) => hidden.has(key),
    },
  });
  await syncTriggers(ctx, tx, formula, [saved]);
  return { instance: saved, formula };
}

/** Without this, the next failure of an instance that failures switched off would switch it off again. */
const NO_ERRORS = {
  numberConsecutiveErrors: 0,
  firstConsecutiveErrorDate: null,
  numberConsecutiveErrorWarningNotifications: 0,
} satisfies FormulaInstanceChanges;

/** The fields that people change, with the values of secrets: the audit log shows that they changed, and masks them. */
function changeable({ vault }: Context, instance: FormulaInstanceRecord) {
  const { name, active, singleThreaded } = instance;
  const { configuration, secrets } = splitOf(vault, instance);
  return {
    name,
    active,
    singleThreaded,
    settings: settingsOf(vault, instance),
    configuration: { ...configuration, ...secrets },
  };
}

async function withFormulaInstance(
  ctx: Context,
  address: Address,
  change: (tx: Db, instance: FormulaInstanceRecord, formula: FormulaRecord) => Promise<unknown>,
): Promise<void> {
  await ctx.db.prisma.$transaction(async (tx) => {
    const { instance, formula } = await hold(ctx, tx, address);
    await change(tx, instance, formula);
  });
}

/** Locks the instance's formula, so that neither changes meanwhile. Refuses: viewers, notFound. */
async function hold(ctx: Context, tx: Db, address: Address) {
  requireDesigner(ctx);
  const scope = ownScope(ctx.caller);
  const seen = await formulaInstances.find(tx, scope, address);
  const formula = seen && (await formulas.lock(tx, { organizationId: seen.organizationId }, seen.formulaId));
  const instance = formula && (await formulaInstances.find(tx, scope, address));
  if (!instance) throw noSuchFormulaInstance(address);
  return { instance, formula };
}
