"use client";

import { Check, Circle, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Roving } from "../../ui/roving.tsx";
import { useBuilder, useElement } from "../model/builder.ts";
import { useShownProblems } from "../model/problems.tsx";
import { ownedBy } from "../model/slice.ts";
import { PART_NAMES, PARTS, type PartName } from "./registry.ts";

const LOOKS = {
  problem: { Icon: TriangleAlert, look: "text-failure" },
  done: { Icon: Check, look: "text-success" },
  empty: { Icon: Circle, look: "text-muted" },
} as const;

/** The parts of the element with the status of each; they can be filled in in any order. */
export function PartList() {
  const t = useTranslations("builder");
  const draft = useElement();
  const problems = useShownProblems();
  const part = useBuilder((builder) => builder.part);
  const open = useBuilder((builder) => builder.open);

  const current = useRef<HTMLButtonElement>(null);

  // On a phone the parts are a row that is wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part has another button
  useEffect(() => {
    const [button, row] = [current.current, current.current?.parentElement];
    if (button && row) row.scrollLeft = button.offsetLeft - (row.clientWidth - button.clientWidth) / 2;
  }, [part]);

  function statusOf(name: PartName): keyof typeof LOOKS {
    const { slice, isStarted } = PARTS[name];
    if (ownedBy(slice, draft, problems).length > 0) return "problem";
    return isStarted(draft) ? "done" : "empty";
  }

  return (
    <Roving className="relative flex gap-1 overflow-x-auto p-2 lg:grid lg:overflow-visible">
      {PART_NAMES.map((name) => {
        const status = statusOf(name);
        const { Icon, look } = LOOKS[status];
        const count = PARTS[name].count?.(draft);
        return (
          <button
            key={name}
            ref={part === name ? current : null}
            type="button"
            aria-current={part === name ? "page" : undefined}
            onClick={() => open(name)}
            className="relative flex min-h-10 shrink-0 items-center gap-2 rounded-lg px-3 text-left text-sm hover:bg-code aria-[current]:bg-tint aria-[current]:font-medium"
          >
            <Icon aria-hidden="true" className={`size-4 shrink-0 ${look}`} />
            <span className="flex-1 whitespace-nowrap">{t(`parts.${name}.label`)}</span>
            <span className="sr-only">{t(`status.${status}`)}</span>
            {count !== undefined && count > 0 && <span className="text-muted text-xs">{count}</span>}
          </button>
        );
      })}
    </Roving>
  );
}
