"use client";

import { useState } from "react";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { Dialog } from "../ui/dialog.tsx";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import type { Spot } from "./change-draft.ts";
import { useDraft } from "./design.ts";
import { partOf, type StepTypeName } from "./draft.ts";
import { portsOf } from "./graph.ts";
import { stepLook, titleOf } from "./part-look.ts";

/** The types that a formula of this engine may have. */
export const typesFor = (engine: unknown): StepTypeName[] =>
  // The keys of the registry are the types.
  (Object.keys(STEP_TYPES) as StepTypeName[]).filter((type) => engine !== "v3" || !("refusedBy" in STEP_TYPES[type]));

type Props = { spot: Spot | null; onClose: () => void; onChoose: (type: StepTypeName) => void };

/** Asks which kind of step goes to a spot. */
export function AddStepDialog({ spot, onClose, onChoose }: Props) {
  const draft = useDraft();
  const [search, setSearch] = useState("");
  const found = typesFor(draft.engine).filter((type) => {
    const { label, summary } = stepLook(type);
    return `${label} ${summary}`.toLowerCase().includes(search.toLowerCase());
  });
  const close = () => {
    setSearch("");
    onClose();
  };
  const choose = (type: StepTypeName) => {
    setSearch("");
    onChoose(type);
  };
  const from = spot && partOf(draft, spot.from);
  const port = spot && from && portsOf(spot.from, from).find((known) => known.port === spot.port)?.label;
  const words =
    spot && from ? `After ${titleOf(spot.from, from)}, ${port}${spot.before ? `, before ${spot.before}` : ""}` : "";
  return (
    <Dialog title="Add a step" words={words} open={spot !== null} onOpenChange={(open) => !open && close()}>
      <input
        type="search"
        aria-label="Search step types"
        placeholder="Search step types"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && found[0] && choose(found[0])}
        className={INPUT_LOOK}
      />
      <ul className="mt-3 grid gap-1">
        {found.map((type) => {
          const { Icon, color, label, summary } = stepLook(type);
          return (
            <li key={type}>
              <button
                type="button"
                onClick={() => choose(type)}
                className="flex w-full items-start gap-3 rounded-lg px-2 py-2 text-left hover:bg-tint"
              >
                <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${color}`} />
                <span>
                  <span className="block font-medium text-sm">{label}</span>
                  <span className="block text-muted text-sm">{summary}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {found.length === 0 && <p className="mt-3 text-muted text-sm">No step type is called that.</p>}
    </Dialog>
  );
}
