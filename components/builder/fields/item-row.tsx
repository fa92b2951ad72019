"use client";

import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Copy, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, ReactNode } from "react";
import { isolated } from "../../ui/isolated.ts";
import { useBuilder } from "../model/builder.ts";
import type { Items } from "../model/use-items.ts";

type Props = {
  items: Items;
  at: number;
  /** Its name in the labels of its actions. */
  name: string;
  summary: ReactNode;
  /** The form of the open item. */
  children: ReactNode;
  canMove?: boolean;
};

/**
 * One item of a list: a line that opens its form, and its actions. In the line, Alt and the arrow keys move the item,
 * Delete removes it.
 */
export function ItemRow({ items, at, name, summary, children, canMove = true }: Props) {
  const t = useTranslations("builder.items");
  const mayChange = useBuilder((builder) => builder.mayChange);
  const isOpen = items.open === at;

  function press(event: KeyboardEvent) {
    const step = event.altKey && canMove ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (!mayChange || (step === undefined && event.key !== "Delete")) return;
    event.preventDefault();
    if (step === undefined) items.remove(at);
    else items.move(at, step);
  }

  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li data-item={at} className="min-w-0 rounded-xl border border-line bg-surface">
      <div className="flex items-start gap-1 p-1 max-sm:flex-wrap">
        <button
          type="button"
          data-row
          aria-expanded={isOpen}
          aria-keyshortcuts={canMove ? "Alt+ArrowUp Alt+ArrowDown Delete" : "Delete"}
          onClick={() => items.toggle(at)}
          onKeyDown={press}
          className="flex min-h-10 min-w-0 flex-1 items-start max-sm:basis-full gap-2 rounded-lg px-2 py-2 text-left text-sm hover:bg-code"
        >
          <Chevron aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0 flex-1">{summary}</span>
        </button>
        {mayChange && (
          <div className="flex shrink-0 max-sm:ml-auto">
            {canMove && (
              <>
                <Action
                  label={t("up", { name: isolated(name) })}
                  disabled={!items.canMove(at, -1)}
                  onClick={() => items.move(at, -1)}
                >
                  <ArrowUp aria-hidden="true" className="size-4" />
                </Action>
                <Action
                  label={t("down", { name: isolated(name) })}
                  disabled={!items.canMove(at, 1)}
                  onClick={() => items.move(at, 1)}
                >
                  <ArrowDown aria-hidden="true" className="size-4" />
                </Action>
              </>
            )}
            <Action label={t("duplicate", { name: isolated(name) })} onClick={() => items.duplicate(at)}>
              <Copy aria-hidden="true" className="size-4" />
            </Action>
            <Action label={t("remove", { name: isolated(name) })} onClick={() => items.remove(at)}>
              <Trash2 aria-hidden="true" className="size-4" />
            </Action>
          </div>
        )}
      </div>
      {isOpen && <div className="grid gap-4 border-line border-t p-4">{children}</div>}
    </li>
  );
}

function Action({
  label,
  disabled = false,
  onClick,
  children,
}: {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={disabled || undefined}
      onClick={() => disabled || onClick()}
      className="grid size-9 place-items-center rounded-lg text-muted hover:bg-code hover:text-ink aria-disabled:opacity-40"
    >
      {children}
    </button>
  );
}
