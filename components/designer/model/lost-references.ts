import { formulaIdIn } from "#server/formula/formula-references.ts";
import { instanceIdIn } from "#server/formula/instance-references.ts";
import { isExpression, property } from "#server/formula/property.ts";
import type { Draft, DraftStep, DraftTrigger, PartRef } from "./draft.ts";
import { partsOf } from "./graph.ts";
import { propertiesOf } from "./part-properties.ts";
import type { Problem } from "./problem.ts";
import type { Speech } from "./speech.ts";

/** The ids of what the user sees; undefined while they are not read. */
export type KnownIds = { formulas?: ReadonlySet<number> | undefined; connections?: ReadonlySet<number> | undefined };

type Kind = {
  field: "formula" | "instance";
  message: "problems.lostFormula" | "problems.lostConnection";
  ids: (known: KnownIds) => ReadonlySet<number> | undefined;
  idIn: (written: string) => number | null;
};

const KINDS: readonly Kind[] = [
  { field: "formula", message: "problems.lostFormula", ids: ({ formulas }) => formulas, idIn: formulaIdIn },
  { field: "instance", message: "problems.lostConnection", ids: ({ connections }) => connections, idIn: instanceIdIn },
];

/** Properties with the id of a formula or connection that does not exist, or that the user may not use. */
export const lostReferences = (draft: Draft, known: KnownIds, { t }: Speech): Problem[] =>
  partsOf(draft).flatMap(({ ref, part }) =>
    KINDS.flatMap((kind) =>
      lostIn(ref, part, kind, kind.ids(known)).map(
        ({ property, id }): Problem => ({ severity: "hint", message: t(kind.message, { id }), at: ref, property }),
      ),
    ),
  );

function lostIn(at: PartRef, part: DraftStep | DraftTrigger, { field, idIn }: Kind, ids?: ReadonlySet<number>) {
  if (!ids) return [];
  return Object.entries(propertiesOf(at, part)).flatMap(([name, schema]) => {
    if (property.get(schema)?.field !== field) return [];
    const value = part.properties[name];
    const id = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
    return id === "" || isExpression(id) || ids.has(idIn(id) ?? 0) ? [] : [{ property: name, id }];
  });
}
