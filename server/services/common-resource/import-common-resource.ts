import { type CommonResourceImport, definitionLevels, transformationLevels } from "#server/common-resource/exported.ts";
import type { Level } from "#server/common-resource/shape.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { type Owner, ofAccount, ofOrganization } from "#server/store/common-resource/owner.ts";
import type { Db } from "#server/store/database/prisma.ts";
import * as elementKeys from "#server/store/element/element-keys.ts";
import { raiseCommonResourcesVersion } from "#server/store/organization/organizations.ts";
import { requireDesigner, requireOrganizationAdministrator } from "../account/require-role.ts";
import { noteIn } from "./change-saved.ts";
import { DEFINITIONS } from "./definitions.ts";
import { upsert } from "./save.ts";
import { TRANSFORMATIONS } from "./transformations.ts";

/** The result of one part of a file. */
export type ImportResult = {
  type: "definition" | "transformation";
  level: Level;
  elementKey?: string;
  action: "created" | "updated" | "skipped";
  message?: string;
};

/**
 * Creates or updates a common resource from a file: its parts of the organization and those of the caller's account,
 * each at its level. What belongs to an element or an instance, and transformations of elements that are not here, is
 * skipped. Refuses badRequest, forbidden for parts of the organization unless the caller administers it, and what
 * `refuseChanged` refuses.
 */
export async function importCommonResource(
  ctx: Context,
  { vdrName, definition, transformation }: CommonResourceImport,
  refuseChanged: (tx: Db) => Promise<void> = async () => {},
) {
  requireDesigner(ctx);
  const { objectName: name = vdrName, ...fields } = definition;
  if (name === undefined) throw new Failure("badRequest", "vdrName: is required.");
  const transformations = Object.entries(transformation).flatMap(([elementKey, one]) =>
    transformationLevels(one).map((part) => ({ ...part, elementKey })),
  );
  // Without fields there may be no definition: nothing says at which level it would be.
  const isUndefined = fields.fields.length === 0 && fields.level === undefined && transformations.length > 0;
  const definitions = isUndefined ? [] : definitionLevels(fields);
  if ([...definitions, ...transformations].some(({ level }) => level === "organization"))
    await requireOrganizationAdministrator(ctx, "A common resource with parts of the level organization");
  const found = await elementKeys.idsByKey(ctx.db.prisma, ctx.caller, Object.keys(transformation));
  const results = await ctx.db.prisma.$transaction(async (tx) => {
    await raiseCommonResourcesVersion(tx, ctx.caller.organizationId);
    // No other change of the organization's common resources can come between this and the writes.
    await refuseChanged(tx);
    const done: ImportResult[] = [];
    for (const { level, definition: value } of definitions)
      done.push({ type: "definition", level, ...(await saveDefinition(ctx, tx, level, { name, value })) });
    for (const { level, elementKey, transformation: value } of transformations)
      done.push({
        ...{ type: "transformation" as const, level, elementKey },
        ...(await saveTransformation(ctx, tx, level, { name, value, key: elementKey, id: found.get(elementKey) })),
      });
    return done;
  });
  return { vdrName: name, results };
}

type Outcome = Pick<ImportResult, "action" | "message">;

async function saveDefinition(
  ctx: Context,
  tx: Db,
  level: Level,
  saved: Parameters<typeof upsert<CommonResourceImport["definition"], { owner: Owner }>>[3],
): Promise<Outcome> {
  const owner = ownerAt(ctx, level);
  if (!owner) return elsewhere(level);
  return { action: await upsert(tx, DEFINITIONS, { owner }, saved, noteIn(ctx, tx, DEFINITIONS)) };
}

async function saveTransformation(
  ctx: Context,
  tx: Db,
  level: Level,
  {
    name,
    value,
    key,
    id,
  }: { name: string; value: CommonResourceImport["transformation"][string]; key: string; id: number | undefined },
): Promise<Outcome> {
  const owner = ownerAt(ctx, level);
  if (!owner) return elsewhere(level);
  if (id === undefined)
    return { action: "skipped", message: `There is no element ${JSON.stringify(key)} here. Import it first.` };
  const place = { owner, element: { id, key, transformations: [] } };
  return { action: await upsert(tx, TRANSFORMATIONS, place, { name, value }, noteIn(ctx, tx, TRANSFORMATIONS)) };
}

const ownerAt = ({ caller: { organizationId, accountId } }: Context, level: Level): Owner | null =>
  level === "organization"
    ? ofOrganization(organizationId)
    : level === "account"
      ? ofAccount(organizationId, accountId)
      : null;

const elsewhere = (level: Level): Outcome => ({
  action: "skipped",
  message: `Parts of the level ${level} belong to one ${level === "element" ? "element" : "element instance"}. Save them there.`,
});
