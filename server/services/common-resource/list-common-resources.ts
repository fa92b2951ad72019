import { mergedDefinition } from "#server/common-resource/merge.ts";
import type { Context } from "#server/context.ts";
import { parseColumnConditions } from "#server/element/query/column-conditions.ts";
import * as definitions from "#server/store/common-resource/definitions.ts";
import { ofAccount, ownersAbove } from "#server/store/common-resource/owner.ts";
import { usesIn } from "./list-uses.ts";

const SEARCHED = ["objectName", "name"] as const;

type Wanted = { name?: string | undefined; where?: string | undefined };

/**
 * The common resources of the caller's account and of the organization, each with the fields of both. Refuses
 * (badRequest) conditions on anything but the name.
 */
export async function listCommonResources(ctx: Context, { name, where }: Wanted = {}) {
  const wanted = parseColumnConditions(where, SEARCHED).map(({ values }) => values);
  const { organizationId, accountId } = ctx.caller;
  const account = ofAccount(organizationId, accountId);
  const [saved, uses] = await Promise.all([
    definitions.list(ctx.db.prisma, [...ownersAbove(account), account], name),
    usesIn(ctx, { organizationId, accountId: { in: [accountId] } }, name),
  ]);
  const keysByName = Map.groupBy(uses, (use) => use.name);
  const found = saved.filter((definition) => wanted.every((names) => names.includes(definition.name)));
  return [...Map.groupBy(found, (definition) => definition.name)].map(([name, levels]) => ({
    name,
    objectName: name,
    fields: mergedDefinition(levels.map(({ value: definition, ...rest }) => ({ ...rest, definition }))).map(
      (field) => ({
        ...field,
        associatedId: field.level === "account" ? accountId : organizationId,
      }),
    ),
    elements: [...new Set(keysByName.get(name)?.map(({ element }) => element.key))],
  }));
}
