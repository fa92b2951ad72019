"use client";

import { useEffect, useRef } from "react";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { typesOf } from "#server/registry.ts";
import { triggerLook } from "../../definitions/type-look.ts";
import { Roving } from "../../ui/roving.tsx";
import { useDesign } from "../model/design.ts";
import { useSpeech } from "../model/speech.ts";

/** The choice of a trigger for a new formula. */
export function TriggerCards() {
  const { t, kind, offer } = useSpeech();
  const cards = useRef<HTMLUListElement>(null);
  // Nothing else can be done before a trigger is chosen.
  useEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree) cards.current?.querySelector("button")?.focus({ preventScroll: true });
  }, []);
  const change = useDesign((design) => design.change);
  const types = typesOf(TRIGGER_TYPES);
  return (
    <div className="grid h-full place-items-center overflow-auto p-6">
      <div className="w-full max-w-2xl">
        <h2 className="text-center font-semibold text-2xl tracking-tight">{t("triggers.title")}</h2>
        <Roving>
          <ul ref={cards} className="mt-6 grid gap-3 sm:grid-cols-2">
            {types.toReversed().map((type) => {
              const { Icon, color } = triggerLook(type);
              const { label } = kind({ trigger: 0 }, { type });
              return (
                <li key={type}>
                  <button
                    type="button"
                    onClick={() => change({ do: "setTrigger", at: 0, type }, t("announcements.starts", { label }))}
                    className="flex h-full w-full items-start gap-3 rounded-2xl border border-line bg-surface p-4 text-left shadow-sm hover:border-accent hover:bg-tint"
                  >
                    <Icon aria-hidden="true" className={`mt-0.5 size-6 shrink-0 ${color}`} />
                    <span>
                      <span className="block font-medium">{label}</span>
                      <span className="mt-0.5 block text-muted text-sm">{offer(type)}</span>
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </Roving>
      </div>
    </div>
  );
}
