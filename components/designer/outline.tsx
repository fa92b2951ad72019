"use client";

import { CornerDownRight, Plus } from "lucide-react";
import type { Spot } from "./change-draft.ts";
import { useDesign, useDraft } from "./design.ts";
import { idOf } from "./draft.ts";
import { partsOf, portsOf } from "./graph.ts";
import { outcomesOf } from "./lens.ts";
import { lookOf, titleOf } from "./part-look.ts";

/** The formula as a list: the same parts, arrows and acts as on the canvas, for the keyboard and for small screens. */
export function Outline({ onAdd }: { onAdd: (spot: Spot) => void }) {
  const draft = useDraft();
  const group = useDesign((design) => design.group);
  const select = useDesign((design) => design.select);
  const toggle = useDesign((design) => design.toggle);
  const lens = useDesign((design) => design.lens);
  const outcomes = lens && outcomesOf(lens);
  const parts = partsOf(draft);
  if (parts.length === 0) return <p className="px-2 text-muted text-sm">Nothing is here yet. Choose what starts it.</p>;
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-1" aria-label="Steps">
      {parts.map(({ ref, part }) => {
        const { Icon, color } = lookOf(ref, part);
        const id = idOf(ref);
        const outcome = "step" in ref ? outcomes?.get(ref.step) : undefined;
        return (
          <li key={id} className="rounded-lg border border-transparent has-[[aria-pressed=true]]:border-accent">
            <button
              type="button"
              aria-pressed={group.includes(id)}
              onClick={(event) => (event.shiftKey || event.ctrlKey || event.metaKey ? toggle(ref) : select(ref))}
              className="flex min-h-9 w-full items-center gap-2 rounded-lg px-2 py-1 text-left text-sm hover:bg-tint"
            >
              <Icon aria-hidden="true" className={`size-4 shrink-0 ${color}`} />
              <span className="min-w-0 flex-1 truncate">{titleOf(ref, part)}</span>
              {outcome && (
                <span className={outcome.status === "failed" ? "text-failure" : "text-success"}>
                  <span aria-hidden="true">{outcome.status === "failed" ? "✖" : "✔"}</span>
                  <span className="sr-only">{outcome.status === "failed" ? "Failed" : "Success"}</span>
                </span>
              )}
            </button>
            <ul className="pb-1 pl-4">
              {portsOf(ref, part).map(({ port, label }) => (
                <li key={port} className="flex flex-wrap items-center gap-x-1.5 text-muted text-xs">
                  <CornerDownRight aria-hidden="true" className="size-3" />
                  {label}
                  {part[port].map((name) => (
                    <button
                      key={name}
                      type="button"
                      onClick={() => select({ step: name })}
                      className="min-h-6 max-w-full truncate rounded px-1 text-accent hover:underline"
                    >
                      {name}
                    </button>
                  ))}
                  <button
                    type="button"
                    aria-label={`Add a step after ${titleOf(ref, part)}, ${label}`}
                    onClick={() => onAdd({ from: ref, port })}
                    className="grid size-6 place-items-center rounded hover:bg-tint hover:text-accent"
                  >
                    <Plus aria-hidden="true" className="size-3.5" />
                  </button>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}
