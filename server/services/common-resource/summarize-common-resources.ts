import { mergedDefinition } from "#server/common-resource/merge.ts";
import { LEVELS, type Level } from "#server/common-resource/shape.ts";
import type { Context } from "#server/context.ts";
import * as definitions from "#server/store/common-resource/definitions.ts";
import { ofAccount, ownersAbove } from "#server/store/common-resource/owner.ts";
import { ownScope } from "#server/store/database/scope.ts";
import { connectedElements } from "./connected-elements.ts";
import { usesIn } from "./list-uses.ts";

/**
 * The common resources of the caller's account and of the organization for lists of people, by name, defined or only
 * mapped: how many fields they have, at which levels they are saved, and the elements that are mapped, also by
 * themselves.
 */
export async function summarizeCommonResources(ctx: Context, { name }: { name?: string } = {}) {
  const { organizationId, accountId } = ctx.caller;
  const account = ofAccount(organizationId, accountId);
  const scope = ownScope(ctx.caller);
  const [saved, uses, connected] = await Promise.all([
    definitions.list(ctx.db.prisma, [...ownersAbove(account), account], name),
    usesIn(ctx, scope, name),
    connectedElements(ctx, scope),
  ]);
  const names = [...new Set([...saved, ...uses].map((one) => one.name))].sort();
  return names.map((one) => {
    const defined = saved.filter((definition) => definition.name === one);
    const used = uses.filter((use) => use.name === one);
    const levels = new Set<Level>([...defined, ...used].map(({ level }) => level));
    const mapping = [...used.map(({ element }) => element), ...connected.filter(({ brought }) => brought.has(one))];
    const elements = new Map(mapping.map(({ id, key, name }) => [id, { key, name }]));
    return {
      name: one,
      fields: mergedDefinition(defined.map(({ value: definition, ...rest }) => ({ ...rest, definition }))).length,
      levels: LEVELS.filter((level) => levels.has(level)),
      elements: [...elements.values()],
    };
  });
}
