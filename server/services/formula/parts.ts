import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { withInheritedEngine } from "#server/formula/check-script.ts";
import type { Configuration, Step, Trigger } from "#server/formula/shape.ts";
import type { Definition, Identified } from "#server/store/formula/formulas.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { changeFormula } from "./change-formula.ts";
import { checkFormula } from "./check-formula.ts";
import { findFormula } from "./find-formula.ts";
import { identifyPart } from "./identify-parts.ts";
import { renameVariable } from "./rename-variable.ts";

/** The lists of a formula that have their own address. */
export type Parts = { steps: Step; triggers: Trigger; configuration: Configuration };
export type PartKind = keyof Parts;

const NOUN = { steps: "step", triggers: "trigger", configuration: "configuration" } as const;

/** All parts of one kind, in the order of the formula. */
export async function listParts<Kind extends PartKind>(
  ctx: Context,
  { kind, formulaId }: { kind: Kind; formulaId: number },
): Promise<Identified<Parts[Kind]>[]> {
  const { definition } = await findFormula(ctx, formulaId);
  return partsOf(definition, kind);
}

/** One part; refuses notFound. */
export async function findPart<Kind extends PartKind>(
  ctx: Context,
  { kind, formulaId, partId }: { kind: Kind } & Address,
) {
  const parts = await listParts(ctx, { kind, formulaId });
  return parts[placeOf(parts, kind, partId)] as Identified<Parts[Kind]>;
}

/** Adds a part at the end. A step inherits the engine of the formula's scripts. */
export async function addPart<Kind extends PartKind>(
  ctx: Context,
  { kind, formulaId, sent }: { kind: Kind; formulaId: number; sent: Parts[Kind] },
) {
  const { definition } = await changeFormula(ctx, formulaId, ({ definition: before }) => {
    const { part, partCount } = identifyPart(checkAdded(kind, before, sent), formulaId, before);
    const parts = [...partsOf(before, kind), part];
    return {
      definition: checked(ctx, { ...before, [kind]: parts, partCount }, before),
      change: { entity: NOUN[kind], entityId: part.id, parentId: formulaId, action: "created" },
    };
  });
  return partsOf(definition, kind).at(-1) as Identified<Parts[Kind]>;
}

/**
 * Replaces a part under its id. A variable with a new key is renamed in all triggers and steps, and in the values of
 * the formula's instances.
 */
export async function replacePart<Kind extends PartKind>(
  ctx: Context,
  { kind, formulaId, partId, sent }: { kind: Kind; sent: Parts[Kind] } & Address,
) {
  const { definition } = await changeFormula(ctx, formulaId, async ({ definition: before }, tx) => {
    const parts = partsOf(before, kind);
    const place = placeOf(parts, kind, partId);
    const replaced = { ...before, [kind]: parts.with(place, { ...sent, id: partId }) };
    const after = await renameVariable(ctx, tx, formulaId, { before, after: replaced, partId });
    return {
      definition: checked(ctx, after, before),
      change: { entity: NOUN[kind], entityId: partId, parentId: formulaId, action: "updated" },
    };
  });
  const parts = partsOf(definition, kind);
  return parts[placeOf(parts, kind, partId)] as Identified<Parts[Kind]>;
}

/** Removes a part. A variable cannot be removed while the formula has instances. */
export async function removePart(ctx: Context, { kind, formulaId, partId }: { kind: PartKind } & Address) {
  await changeFormula(ctx, formulaId, async ({ definition: before }, tx) => {
    const parts = partsOf(before, kind);
    const place = placeOf(parts, kind, partId);
    if (
      kind === "configuration" &&
      (await formulaInstances.countOf(tx, { organizationId: ctx.caller.organizationId }, formulaId)) > 0
    ) {
      throw new Failure(
        "conflict",
        "A variable cannot be deleted while the formula has instances. Delete the instances first.",
      );
    }
    return {
      definition: checked(ctx, { ...before, [kind]: parts.toSpliced(place, 1) }, before),
      change: { entity: NOUN[kind], entityId: partId, parentId: formulaId, action: "deleted" },
    };
  });
  return {};
}

/** Adapts a part to the others before it is added. */
const checkAdded = <Kind extends PartKind>(kind: Kind, { steps }: Definition, part: Parts[Kind]): Parts[Kind] =>
  // Only steps depend on other steps; the kind shows that this is one.
  kind === "steps" ? (withInheritedEngine(part as Step, steps) as Parts[Kind]) : part;

type Address = { formulaId: number; partId: number };

/** A definition's list of one kind; the keys of Parts are those of Definition. */
const partsOf = <Kind extends PartKind>(definition: Definition, kind: Kind) =>
  definition[kind] as unknown as Identified<Parts[Kind]>[];

function placeOf(parts: { id: number }[], kind: PartKind, partId: number): number {
  const place = parts.findIndex(({ id }) => id === partId);
  if (place < 0) throw new Failure("notFound", `This formula has no ${NOUN[kind]} ${partId}.`);
  return place;
}

/** The same definition after `checkFormula`; normalized parts keep their ids. */
function checked(ctx: Context, definition: Definition, before: Definition): Definition {
  return { ...definition, ...checkFormula(ctx, definition, before) };
}
