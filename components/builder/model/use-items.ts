"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useBuilder, useValue } from "./builder.ts";
import type { ElementDraft } from "./element-draft.ts";
import { openAfterMove, withoutId } from "./items.ts";
import { insertAt, isRecord, isWithin, moveAt, type Path, setAt } from "./paths.ts";

type Item = Readonly<Record<string, unknown>>;

type View = {
  /** The positions of the items in the list, in their order there; by default all of them. */
  shown?: (items: readonly Item[]) => number[];
  /** Changes the fields that must differ in a copy. */
  distinguish?: (copy: Item, items: readonly Item[]) => Item;
  /** Lets an item trade places with its neighbor in that order; by default it is moved in the draft. */
  reorder?: (draft: ElementDraft, at: number, neighbor: number) => ElementDraft;
};

type Focus = { at: number; in: "row" | "form" } | "add";

const FIELD = "input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";

/**
 * A list of the draft whose items open one at a time. The focus follows each action: into the first field of a new item,
 * to the neighbor of a deleted one, with a moved one. Rows are marked with `data-item`, their buttons with `data-row`,
 * the button that adds with `data-add`.
 */
export function useItems(
  path: Path,
  nameOf: (item: Item) => string,
  { shown, reorder, distinguish = (copy) => copy }: View = {},
) {
  const t = useTranslations("builder.items");
  const value = useValue(path);
  const items = (Array.isArray(value) ? value : []).map((item) => (isRecord(item) ? item : {}));
  const edit = useBuilder((builder) => builder.edit);
  const wanted = useBuilder((builder) => builder.wanted);
  const [open, setOpen] = useState<number | null>(null);
  const [focus, setFocus] = useState<Focus | null>(null);
  const place = useRef<HTMLDivElement>(null);

  const [, at] = wanted && isWithin(wanted, path) ? wanted.slice(path.length - 1) : [];
  if (typeof at === "number" && at !== open) setOpen(at);

  useEffect(() => {
    if (focus === null) return;
    const row = typeof focus === "object" && place.current?.querySelector(`[data-item="${focus.at}"]`);
    const target = row
      ? focus.in === "form"
        ? row.querySelector<HTMLElement>(FIELD)
        : row.querySelector<HTMLElement>("[data-row]")
      : place.current?.querySelector<HTMLElement>("[data-add]");
    target?.focus();
    setFocus(null);
  }, [focus]);

  const positions = shown?.(items) ?? items.map((_, position) => position);
  const neighborOf = (position: number, step: number) => positions[positions.indexOf(position) + step];
  const called = (position: number) => nameOf(items[position] ?? {}) || t("item", { number: String(position + 1) });
  return {
    items,
    positions,
    place,
    open,
    toggle: (position: number) => setOpen((now) => (now === position ? null : position)),
    add(item: Record<string, unknown>) {
      edit((draft) => insertAt(draft, path, item), { announce: t("added") });
      setOpen(items.length);
      setFocus({ at: items.length, in: "form" });
    },
    duplicate(position: number) {
      const copy = distinguish(withoutId(items[position]) as Item, items);
      edit((draft) => insertAt(draft, path, copy, position + 1), {
        announce: t("duplicated", { name: called(position) }),
      });
      setOpen(position + 1);
      setFocus({ at: position + 1, in: "form" });
    },
    remove(position: number) {
      edit((draft) => setAt(draft, [...path, position], undefined), {
        announce: t("removed", { name: called(position) }),
      });
      const without = (other: number) => (other > position ? other - 1 : other);
      setOpen((now) => (now === null || now === position ? null : without(now)));
      const neighbor = neighborOf(position, 1) ?? neighborOf(position, -1);
      setFocus(neighbor === undefined ? "add" : { at: without(neighbor), in: "row" });
    },
    canMove: (position: number, step: number) => neighborOf(position, step) !== undefined,
    move(from: number, step: number) {
      const to = neighborOf(from, step);
      if (to === undefined) return;
      const announce = t("moved", { name: called(from), position: String(positions.indexOf(from) + step + 1) });
      edit((draft) => (reorder ? reorder(draft, from, to) : moveAt(draft, path, from, to)), { announce });
      if (!reorder) setOpen((now) => openAfterMove(now, from, to));
      setFocus({ at: reorder ? from : to, in: "row" });
    },
  };
}

export type Items = ReturnType<typeof useItems>;
