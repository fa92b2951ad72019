"use client";

import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useDesign, useDraft } from "./design.ts";
import { hasStep, partOf } from "./draft.ts";
import { titleOf } from "./part-look.ts";
import { whereUsed } from "./where-used.ts";

/** A new name for a step, with what will be changed along with it. */
export function RenameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const draft = useDraft();
  const change = useDesign((design) => design.change);
  const [to, setTo] = useState(name);
  const wanted = to.trim();
  const used = whereUsed(draft, "steps", name);
  const problem =
    wanted === ""
      ? "A step needs a name."
      : wanted !== name && hasStep(draft, wanted)
        ? "Another step has this name."
        : undefined;
  return (
    <Dialog title={`Rename ${name}`} open onOpenChange={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (problem) return;
          change({ do: "renameStep", name, to: wanted }, `${name} is now ${wanted}.`);
          onClose();
        }}
      >
        <TextField
          label="Name"
          value={to}
          onChange={setTo}
          problem={problem}
          onFocus={(event) => event.target.select()}
        />
        <p className="text-muted text-sm">
          {used.length === 0
            ? "No other part speaks of it."
            : `Expressions and scripts change with it in ${used.length === 1 ? "one part" : `${used.length} parts`}: ${used
                .flatMap((ref) => {
                  const part = partOf(draft, ref);
                  return part ? [titleOf(ref, part)] : [];
                })
                .join(", ")}. One undo brings everything back.`}
        </p>
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
