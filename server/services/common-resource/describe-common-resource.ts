import { mergedDefinition } from "#server/common-resource/merge.ts";
import { rulesOf } from "#server/common-resource/rules.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as definitions from "#server/store/common-resource/definitions.ts";
import { ofAccount, ownersAbove } from "#server/store/common-resource/owner.ts";
import { ownScope } from "#server/store/database/scope.ts";
import { connectedElements } from "./connected-elements.ts";
import { usesIn } from "./list-uses.ts";
import { mayChangeAt } from "./place.ts";

/** The levels whose definitions the page shows. */
const OWN_LEVELS = ["organization", "account"] as const;

/**
 * One common resource for its page: its fields with their levels, its mappings, and the elements with connections,
 * which can be mapped. Refuses notFound.
 */
export async function describeCommonResource(ctx: Context, name: string) {
  const { organizationId, accountId } = ctx.caller;
  const account = ofAccount(organizationId, accountId);
  const scope = ownScope(ctx.caller);
  const [saved, uses, connected, ...changeable] = await Promise.all([
    definitions.list(ctx.db.prisma, [...ownersAbove(account), account], name),
    usesIn(ctx, scope, name),
    connectedElements(ctx, scope),
    ...OWN_LEVELS.map(async (level) => ({ level, may: await mayChangeAt(ctx, level) })),
  ]);
  if (saved.length === 0 && uses.length === 0)
    throw new Failure("notFound", `There is no common resource ${JSON.stringify(name.slice(0, 100))}.`);
  return {
    name,
    levels: saved.map(({ level }) => level),
    fields: mergedDefinition(saved.map(({ value: definition, ...rest }) => ({ ...rest, definition }))).map(
      ({ path, type, displayName = "", level }) => ({
        ...{ path, type, displayName },
        level,
        /** The names of the elements that map it. */
        mappedBy: [
          ...new Set(
            uses
              .filter(({ value }) => value.fields.some((field) => field.path === path))
              .map(({ element }) => element.name),
          ),
        ],
        mayDelete: changeable.some((one) => one.level === level && one.may),
      }),
    ),
    mappings: uses.map(({ level, element, account, elementInstance, value }) => ({
      level,
      element: { key: element.key, name: element.name },
      account,
      elementInstance,
      vendorName: value.vendorName,
      fields: value.fields.length,
      isRemoved: rulesOf(value).isRemoved,
    })),
    elements: connected.map(({ key, name: elementName, hub, brought }) => ({
      ...{ key, name: elementName, hub },
      brings: brought.has(name),
    })),
  };
}
