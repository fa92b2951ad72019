"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useBuilder, useValue } from "./builder.ts";
import { openAfterMove, withoutId } from "./items.ts";
import { insertAt, isRecord, isWithin, moveAt, type Path, setAt } from "./paths.ts";

type Focus = { at: number; in: "row" | "form" } | "add";

const FIELD = "input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";

/**
 * A list of the draft whose items open one at a time. The focus follows each action: into the first field of a new item,
 * to the neighbor of a deleted one, with a moved one. Rows are marked with `data-item`, their buttons with `data-row`,
 * the button that adds with `data-add`.
 */
export function useItems(path: Path, nameOf: (item: Readonly<Record<string, unknown>>) => string) {
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

  const called = (position: number) => nameOf(items[position] ?? {}) || t("item", { number: String(position + 1) });
  return {
    items,
    place,
    open,
    toggle: (position: number) => setOpen((now) => (now === position ? null : position)),
    add(item: Record<string, unknown>) {
      edit((draft) => insertAt(draft, path, item), { announce: t("added") });
      setOpen(items.length);
      setFocus({ at: items.length, in: "form" });
    },
    duplicate(position: number) {
      edit((draft) => insertAt(draft, path, withoutId(items[position]), position + 1), {
        announce: t("duplicated", { name: called(position) }),
      });
      setOpen(position + 1);
      setFocus({ at: position + 1, in: "form" });
    },
    remove(position: number) {
      edit((draft) => setAt(draft, [...path, position], undefined), {
        announce: t("removed", { name: called(position) }),
      });
      setOpen((now) => (now === null || now === position ? null : now > position ? now - 1 : now));
      setFocus(items.length === 1 ? "add" : { at: Math.min(position, items.length - 2), in: "row" });
    },
    move(from: number, to: number) {
      if (to < 0 || to >= items.length) return;
      edit((draft) => moveAt(draft, path, from, to), {
        announce: t("moved", { name: called(from), position: String(to + 1) }),
      });
      setOpen((now) => openAfterMove(now, from, to));
      setFocus({ at: to, in: "row" });
    },
  };
}

export type Items = ReturnType<typeof useItems>;
