"use client";

import { CornerDownRight, Plus } from "lucide-react";
import { memo, useMemo } from "react";
import { MayChange } from "../../shell/may-change.tsx";
import { Roving } from "../../ui/roving.tsx";
import type { InsertionPoint } from "../model/change-draft.ts";
import { useDesign, useDraft } from "../model/design.ts";
import { idOf, type PartRef } from "../model/draft.ts";
import { portsOf } from "../model/graph.ts";
import { type Branch, branchesOf } from "../model/loop-bodies.ts";
import { lookOf } from "../model/part-look.ts";
import { type Outcome, outcomesOf } from "../model/run-overlay.ts";
import { useSpeech } from "../model/speech.ts";

type Props = { onAdd: (insertionPoint: InsertionPoint) => void };

/**
 * The formula as a list: the same parts, arrows and actions as on the canvas, for the keyboard and for small screens.
 */
export function Outline({ onAdd }: Props) {
  const { t } = useSpeech();
  const draft = useDraft();
  const overlay = useDesign((design) => design.overlay);
  const outcomes = useMemo(() => overlay && outcomesOf(overlay), [overlay]);
  const branches = useMemo(() => branchesOf(draft), [draft]);
  if (branches.length === 0) return <p className="px-2 text-muted text-sm">{t("outline.empty")}</p>;
  return (
    <Roving>
      <Branches label={t("outline.steps")} branches={branches} outcomes={outcomes} onAdd={onAdd} />
    </Roving>
  );
}

type BranchesProps = Props & { label: string; branches: Branch[]; outcomes: ReadonlyMap<string, Outcome> | null };

/** The steps of a loop are indented below it. */
function Branches({ label, branches, outcomes, onAdd }: BranchesProps) {
  const { t, title } = useSpeech();
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-1" aria-label={label}>
      {branches.map((branch) => (
        <li key={idOf(branch.ref)}>
          <Part
            at={branch.ref}
            part={branch.part}
            outcome={"step" in branch.ref ? outcomes?.get(branch.ref.step) : undefined}
            onAdd={onAdd}
          />
          {branch.body.length > 0 && (
            <div className="ml-2 border-step-loop/50 border-l border-dashed pl-1.5">
              <Branches
                label={t("outline.eachItem", { title: title(branch.ref, branch.part) })}
                branches={branch.body}
                outcomes={outcomes}
                onAdd={onAdd}
              />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

type PartProps = Props & { at: PartRef; part: Branch["part"]; outcome: Outcome | undefined };

/** Only changed items are rendered again, of 500 at most a few. */
const Part = memo(function Part({ at, part, outcome, onAdd }: PartProps) {
  const { t, title, port: portLabels } = useSpeech();
  const { Icon, color } = lookOf(at, part);
  const id = idOf(at);
  const isSelected = useDesign(({ group }) => group.includes(id));
  const select = useDesign((design) => design.select);
  const toggle = useDesign((design) => design.toggle);
  return (
    <div className="rounded-lg border border-transparent has-[[aria-pressed=true]]:border-accent">
      <button
        type="button"
        data-part={id}
        aria-pressed={isSelected}
        onClick={(event) => (event.shiftKey || event.ctrlKey || event.metaKey ? toggle(at) : select(at))}
        className="flex min-h-9 w-full items-center gap-2 rounded-lg px-2 py-1 text-left text-sm hover:bg-tint"
      >
        <Icon aria-hidden="true" className={`size-4 shrink-0 ${color}`} />
        <span className="min-w-0 flex-1 truncate">{title(at, part)}</span>
        {outcome && (
          <span className={outcome.status === "failed" ? "text-failure" : "text-success"}>
            <span aria-hidden="true">{outcome.status === "failed" ? "✖" : "✔"}</span>
            <span className="sr-only">{t(outcome.status === "failed" ? "run.failed" : "run.success")}</span>
          </span>
        )}
      </button>
      <ul className="pb-1 pl-4">
        {portsOf(at, part).map(({ port, word }) => (
          <li key={port} className="flex flex-wrap items-center gap-x-1.5 text-muted text-xs">
            <CornerDownRight aria-hidden="true" className="size-3" />
            {portLabels(word)}
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
            <MayChange>
              <button
                type="button"
                aria-label={t("node.addAfter", { title: title(at, part), port: portLabels(word) })}
                aria-haspopup="dialog"
                onClick={() => onAdd({ from: at, port })}
                className="grid size-6 place-items-center rounded hover:bg-tint hover:text-accent"
              >
                <Plus aria-hidden="true" className="size-3.5" />
              </button>
            </MayChange>
          </li>
        ))}
      </ul>
    </div>
  );
}, isSamePart);

function isSamePart(one: PartProps, other: PartProps): boolean {
  const { at, ...rest } = one;
  return (
    idOf(at) === idOf(other.at) && (Object.keys(rest) as (keyof typeof rest)[]).every((key) => one[key] === other[key])
  );
}
