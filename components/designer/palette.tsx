"use client";

import { typesFor } from "./add-step-dialog.tsx";
import { DRAGGED_TYPE } from "./canvas.tsx";
import { useDraft } from "./design.ts";
import type { StepTypeName } from "./draft.ts";
import { stepLook } from "./part-look.ts";

/** The kinds of steps, to click or to drag onto an arrow. */
export function Palette({ onAdd }: { onAdd: (type: StepTypeName) => void }) {
  const { engine } = useDraft();
  return (
    <ul className="grid gap-1" aria-label="Step types">
      {typesFor(engine).map((type) => {
        const { Icon, color, label, summary } = stepLook(type);
        return (
          <li key={type}>
            <button
              type="button"
              draggable
              onDragStart={(event) => {
                event.dataTransfer.setData(DRAGGED_TYPE, type);
                event.dataTransfer.effectAllowed = "copy";
              }}
              onClick={() => onAdd(type)}
              title={summary}
              className="flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-tint"
            >
              <Icon aria-hidden="true" className={`size-[1.125rem] shrink-0 ${color}`} />
              {label}
            </button>
          </li>
        );
      })}
      <li className="px-2 pt-2 text-muted text-xs leading-relaxed">
        Click to add after what is selected, or drag onto an arrow.
      </li>
    </ul>
  );
}
