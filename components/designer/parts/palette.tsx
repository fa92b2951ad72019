"use client";

import { stepLook } from "../../definitions/type-look.ts";
import { Roving } from "../../ui/roving.tsx";
import { useDraft } from "../model/design.ts";
import type { StepTypeName } from "../model/draft.ts";
import { DRAGGED_TYPE } from "../model/dragged-type.ts";
import { stepTypesByPurpose } from "../model/part-look.ts";
import { useSpeech } from "../model/speech.ts";

type Props = { onAdd: (type: StepTypeName) => void };

/** The types of steps, to click or to drag onto an arrow. */
export function Palette({ onAdd }: Props) {
  const { t } = useSpeech();
  const { engine } = useDraft();
  return (
    <Roving className="grid gap-3 pb-2">
      {stepTypesByPurpose(engine).map(([purpose, types]) => (
        <section key={purpose} aria-label={t(`purposes.${purpose}`)}>
          <h2 className="px-2 pt-1 pb-1 font-medium text-muted text-xs">{t(`purposes.${purpose}`)}</h2>
          <ul>
            {types.map((type) => (
              <li key={type}>
                <Kind type={type} onAdd={onAdd} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="px-2 text-muted text-xs leading-relaxed">{t("palette.hint")}</p>
    </Roving>
  );
}

function Kind({ type, onAdd }: Props & { type: StepTypeName }) {
  const { Icon, color } = stepLook(type);
  const { label, summary } = useSpeech().kind({ step: "" }, { type });
  return (
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
      <span className="truncate">{label}</span>
    </button>
  );
}
