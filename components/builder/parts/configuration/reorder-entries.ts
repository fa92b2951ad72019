import type { ElementDraft } from "../../model/element-draft.ts";
import { listAt, setAt } from "../../model/paths.ts";

const LAST = 999;

type Entry = Readonly<Record<string, unknown>>;

const orderOf = ({ displayOrder }: Entry): number => (typeof displayOrder === "number" ? displayOrder : LAST);

/** The positions of the entries in the order in which forms show them. */
export const displayed = (entries: readonly Entry[]): number[] =>
  entries
    .map((_, at) => at)
    .sort((one, other) => orderOf(entries[one] ?? {}) - orderOf(entries[other] ?? {}) || one - other);

/** The element with two entries exchanged in its forms. */
export function swapEntries(draft: ElementDraft, one: number, other: number): ElementDraft {
  const order = displayed(listAt(draft, ["configuration"]));
  const swapped = order.map((at) => (at === one ? other : at === other ? one : at));
  return swapped.reduce((next, at, place) => setAt(next, ["configuration", at, "displayOrder"], place + 1), draft);
}
