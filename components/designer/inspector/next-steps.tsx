"use client";

import { Plus, X } from "lucide-react";
import { MayChange } from "../../shell/may-change.tsx";
import { isolated } from "../../ui/isolated.ts";
import type { InsertionPoint } from "../model/change-draft.ts";
import { useDesign, useDraft } from "../model/design.ts";
import type { DraftStep, DraftTrigger, PartRef } from "../model/draft.ts";
import { portsOf } from "../model/graph.ts";
import { useSpeech } from "../model/speech.ts";

/** The targets of a part, port by port: all actions on arrows that the canvas offers, as a form. */
export function NextSteps({
  at,
  part,
  onAdd,
}: {
  at: PartRef;
  part: DraftStep | DraftTrigger;
  onAdd: (insertionPoint: InsertionPoint) => void;
}) {
  const { t, port: portLabels, title: titleOf } = useSpeech();
  const { steps } = useDraft();
  const change = useDesign((design) => design.change);
  const goTo = useDesign((design) => design.goTo);
  const title = titleOf(at, part);
  return (
    <section aria-label={t("nextSteps.title")} className="border-line border-t pt-3">
      <h3 className="font-medium text-sm">{t("nextSteps.title")}</h3>
      {portsOf(at, part).map(({ port, word }) => (
        <div key={port} className="mt-2">
          <p className="text-muted text-xs">{portLabels(word)}</p>
          <ul className="mt-1 flex flex-wrap items-center gap-1">
            {part[port].map((name, index) => (
              <li key={name} className="flex min-w-0 items-center rounded-lg border border-line text-sm">
                <button
                  type="button"
                  onClick={() => goTo({ step: name }, undefined)}
                  className="min-h-7 min-w-0 truncate px-2 hover:text-accent"
                >
                  {part[port].length > 1 && <span className="mr-1 text-muted text-xs">{index + 1}</span>}
                  {name}
                </button>
                <MayChange>
                  <button
                    type="button"
                    aria-label={t("nextSteps.disconnect", { name, title, port: portLabels(word) })}
                    onClick={() =>
                      change(
                        { do: "disconnect", from: at, port, to: name },
                        t("announcements.disconnected", { name: isolated(name) }),
                      )
                    }
                    className="grid size-7 shrink-0 place-items-center rounded text-muted hover:text-failure"
                  >
                    <X aria-hidden="true" className="size-3.5" />
                  </button>
                </MayChange>
              </li>
            ))}
            <MayChange>
              <li>
                <select
                  data-connects
                  aria-label={t("nextSteps.connect", { title, port: portLabels(word) })}
                  value=""
                  onChange={(event) => {
                    const to = event.target.value;
                    change({ do: "connect", from: at, port, to }, t("announcements.connected", { name: to }));
                  }}
                  className="min-h-7 max-w-36 rounded-lg border border-line bg-surface px-1 text-muted text-sm"
                >
                  <option value="">{t("nextSteps.connectTo")}</option>
                  {steps
                    .filter(({ name }) => !part[port].includes(name))
                    .map(({ name }) => (
                      <option key={name}>{name}</option>
                    ))}
                </select>
              </li>
              <li>
                <button
                  type="button"
                  aria-label={t("node.addAfter", { title, port: portLabels(word) })}
                  aria-haspopup="dialog"
                  onClick={() => onAdd({ from: at, port })}
                  className="grid size-7 place-items-center rounded-lg text-muted hover:bg-code hover:text-accent"
                >
                  <Plus aria-hidden="true" className="size-4" />
                </button>
              </li>
            </MayChange>
          </ul>
        </div>
      ))}
    </section>
  );
}
