import type { Context } from "#server/context.ts";
import type { Concern } from "#server/element/changes/change-rule.ts";
import type { ElementChange } from "#server/element/changes/element-changes.ts";
import { segmentsOf } from "#server/element/match.ts";
import { compileElement } from "#server/element/plan.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import type { Element } from "#server/element/shape.ts";
import { type ElementUse, elementUses } from "#server/formula/element-uses.ts";
import { pluralize } from "#server/pluralize.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elementsInUse from "#server/store/element/elements-in-use.ts";
import * as instanceNames from "#server/store/element-instance/instance-names.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { compareDraft } from "./compare-draft.ts";

/** An object that a publication breaks. Objects that the caller may not see have no id and no name. */
export type Affected = { kind: "instance" | "formula"; id: number | null; name: string | null; message: string };

const MOST_NAMED = 100;
const MOST_MESSAGES = 3;

/**
 * The breaking effects of publishing a definition: on element instances, and on formulas whose steps or triggers use a
 * changed part at an instance of the element. Names only objects that the caller may see. Saves nothing.
 */
export async function readImpact(
  ctx: Context,
  { keyOrId, element }: { keyOrId: string | number; element: Element },
): Promise<Affected[]> {
  const { current, changes } = await compareDraft(ctx, { keyOrId, element });
  const breaking = changes.filter(({ isBreaking }) => isBreaking);
  if (breaking.length === 0) return [];
  const scope = ownScope(ctx.caller);
  const [names, total] = await Promise.all([
    instanceNames.listOfElement(ctx.db.queries, scope, current.id),
    elementsInUse.countInstances(ctx.db.prisma, current.id),
  ]);
  const bound = await formulaInstances.listUsing(
    ctx.db.prisma,
    scope,
    names.map(({ id }) => id),
  );
  const plan = compileElement(current.definition);
  return [...ofInstances(breaking, names, total), ...ofFormulas(breaking, { plan, names, bound })];
}

function ofInstances(
  breaking: readonly ElementChange[],
  names: readonly instanceNames.NamedInstance[],
  total: number,
): Affected[] {
  const concerning = breaking.filter(({ concerns }) => !("everyClient" in concerns));
  if (concerning.length === 0) return [];
  const message = shortened(concerning.map((change) => change.message));
  const named = names.slice(0, MOST_NAMED).map(({ id, name }) => ({ kind: "instance" as const, id, name, message }));
  const others = total - named.length;
  if (others === 0) return named;
  return [
    ...named,
    { kind: "instance", id: null, name: null, message: `${pluralize(others, "other element instance")}: ${message}` },
  ];
}

type Uses = {
  plan: ElementPlan;
  names: readonly instanceNames.NamedInstance[];
  bound: readonly formulaInstances.BoundFormula[];
};

/** One row for each formula, however many instances it has. */
function ofFormulas(breaking: readonly ElementChange[], { plan, names, bound }: Uses): Affected[] {
  const ours = new Set(names.map(({ id }) => id));
  const formulas = new Map<number, { name: string; messages: Set<string> }>();
  for (const { formulaId, name, definition, configuration } of bound) {
    const formula = formulas.get(formulaId) ?? { name, messages: new Set() };
    formulas.set(formulaId, formula);
    for (const use of elementUses(definition, configuration)) {
      if (!ours.has(use.elementInstanceId)) continue;
      for (const { message, concerns } of breaking)
        if (isConcerned(use, concerns, plan)) formula.messages.add(`${use.where}: ${message}`);
    }
  }
  return [...formulas].flatMap(([id, { name, messages }]) =>
    messages.size === 0 ? [] : [{ kind: "formula" as const, id, name, message: shortened([...messages]) }],
  );
}

function isConcerned(use: ElementUse, concerns: Concern, plan: ElementPlan): boolean {
  if ("everyInstance" in concerns) return true;
  if ("object" in concerns) return use.isByEvents || objectsOf(use).includes(concerns.object);
  if (!("resource" in concerns) || use.path === undefined) return false;
  const { method, path } = concerns.resource;
  if ((use.method ?? method) !== method) return false;
  const { target } = plan.match(method, segmentsOf(use.path));
  return target?.label === `${method} ${path}`;
}

/** `/contacts/1` and `/objects/contacts/metadata` are about contacts. */
const objectsOf = ({ path = "" }: ElementUse): string[] => path.split("/").filter(Boolean);

function shortened(messages: readonly string[]): string {
  const shown = messages.slice(0, MOST_MESSAGES);
  const rest = messages.length - shown.length;
  return [...shown, ...(rest > 0 ? [`And ${pluralize(rest, "more change")}.`] : [])].join(" ");
}
