"use client";

import { useMemo, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/text-field.tsx";
import { type Change, changeDraft } from "./change-draft.ts";
import { useDesign, useDraft } from "./design.ts";
import { type Draft, hasStep, idOf, partOf } from "./draft.ts";
import { titleOf } from "./part-look.ts";
import { type Rewrite, rewrites } from "./where-used.ts";

/** What is renamed: a step or a variable, by the name it has. */
export type Renamed = { step: string } | { variable: string };

/** A new name, with every expression and script that changes along with it. */
export function RenameDialog({ what, onClose }: { what: Renamed; onClose: () => void }) {
  const draft = useDraft();
  const change = useDesign((design) => design.change);
  const name = "step" in what ? what.step : what.variable;
  const [to, setTo] = useState(name);
  const wanted = to.trim();
  const problem = problemWith(draft, what, wanted);
  const renaming = useMemo(() => renamingOf(draft, what, wanted), [draft, what, wanted]);
  const changed = useMemo(
    () => (problem || !renaming ? [] : rewrites(draft, changeDraft(draft, renaming))),
    [draft, renaming, problem],
  );
  return (
    <Dialog title={`Rename ${name}`} open onOpenChange={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (problem || !renaming) return;
          change(renaming, `${name} is now ${wanted}.`);
          onClose();
        }}
      >
        <TextField
          label={"step" in what ? "Name" : "Key"}
          value={to}
          onChange={setTo}
          problem={problem}
          onFocus={(event) => event.target.select()}
        />
        {wanted !== name && !problem && <Preview changed={changed} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={problem !== undefined || wanted === name}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Preview({ changed }: { changed: Rewrite[] }) {
  const draft = useDraft();
  if (changed.length === 0) return <p className="text-muted text-sm">No other text speaks of it.</p>;
  return (
    <section aria-label="What changes with it" className="grid gap-2">
      <p className="text-muted text-sm">
        {changed.length === 1 ? "One text changes" : `${changed.length} texts change`} with it. One undo brings
        everything back.
      </p>
      <ul className="max-h-[40dvh] overflow-y-auto">
        {changed.map(({ at, label, lines }) => {
          const part = partOf(draft, at);
          return (
            <li key={`${idOf(at)} ${label}`} className="border-line border-t py-2 text-sm">
              <p className="font-medium">
                {part && titleOf(at, part)} <span className="font-normal text-muted">{label}</span>
              </p>
              {lines.map(({ before, after }, index) => (
                // Lines have no names, and stay as they are while they are shown.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <p key={index} className="mt-1 break-all font-mono text-xs">
                  <del className="block text-failure">{before}</del>
                  <ins className="block text-success no-underline">{after}</ins>
                </p>
              ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function problemWith(draft: Draft, what: Renamed, wanted: string): string | undefined {
  if ("step" in what) {
    if (wanted === "") return "A step needs a name.";
    return wanted !== what.step && hasStep(draft, wanted) ? "Another step has this name." : undefined;
  }
  if (wanted === "") return "A variable needs a key.";
  const isTaken = wanted !== what.variable && draft.configuration.some(({ key }) => key === wanted);
  return isTaken ? "Another variable has this key." : undefined;
}

function renamingOf(draft: Draft, what: Renamed, to: string): Change | undefined {
  if ("step" in what) return { do: "renameStep", name: what.step, to };
  const variable = draft.configuration.find(({ key }) => key === what.variable);
  if (!variable) return undefined;
  const isCalledSo = variable.name === variable.key;
  return { do: "setVariable", key: variable.key, variable: { ...variable, key: to, ...(isCalledSo && { name: to }) } };
}
