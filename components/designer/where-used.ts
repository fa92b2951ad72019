import { references } from "#server/formula/expression.ts";
import { type Draft, idOf, type PartRef } from "./draft.ts";
import { partsOf } from "./graph.ts";
import { textsIn } from "./problems.ts";

/** The parts whose properties speak of a variable or of a step: `config.crm`, `steps.priced`. */
export function whereUsed(draft: Draft, root: "config" | "steps", name: string): PartRef[] {
  const path = `${root}.${name}`;
  const isIt = (text: string) => text === path || text.startsWith(`${path}.`) || text.startsWith(`${path}[`);
  const inCode = new RegExp(`\\b${root}\\??(\\.${escaped(name)}(?![\\w$])|(\\?\\.)?\\[\\s*["']${escaped(name)}["'])`);
  const shortcut = draft.engine !== "v3" ? name : undefined;
  return partsOf(draft)
    .filter(({ part }) =>
      textsIn(part.properties).some(
        (text) =>
          isIt(text) ||
          references(text).some(({ path: found }) => isIt(found) || found === shortcut) ||
          inCode.test(text),
      ),
    )
    .map(({ ref }) => ref)
    .filter((ref) => idOf(ref) !== idOf({ step: root === "steps" ? name : "" }));
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
