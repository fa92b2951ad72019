"use client";

import { Pencil, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../ui/button.tsx";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { useDesign, useDraft } from "./design.ts";
import { type DraftVariable, idOf, partOf } from "./draft.ts";
import { titleOf } from "./part-look.ts";
import { type Use, usesOf } from "./where-used.ts";

type Props = { onRename: (key: string) => void };

/** What each instance of the formula is asked for, and where it is used. */
export function VariablesPanel({ onRename }: Props) {
  const { configuration } = useDraft();
  const change = useDesign((design) => design.change);
  const [key, setKey] = useState("");
  const isTaken = configuration.some((variable) => variable.key === key.trim());
  function add() {
    if (!key.trim() || isTaken) return;
    change({ do: "addVariable", variable: { key: key.trim(), name: key.trim(), type: "value", required: true } });
    setKey("");
  }
  return (
    <div className="grid gap-3">
      <p className="px-2 text-muted text-xs leading-relaxed">
        A variable is filled in for each instance of the formula. Expressions read it as{" "}
        <code className="font-mono">{"${config.key}"}</code>.
      </p>
      <ul className="grid gap-2" aria-label="Variables">
        {configuration.map((variable) => (
          <li key={variable.key}>
            <Variable variable={variable} onRename={() => onRename(variable.key)} />
          </li>
        ))}
      </ul>
      <form
        className="flex gap-2 px-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <input
          aria-label="Key of a new variable"
          placeholder="newVariable"
          value={key}
          onChange={(event) => setKey(event.target.value)}
          className={`${INPUT_LOOK} font-mono`}
        />
        <Button type="submit" aria-label="Add the variable" disabled={!key.trim() || isTaken}>
          <Plus aria-hidden="true" className="size-4" />
        </Button>
      </form>
    </div>
  );
}

function Variable({ variable, onRename }: { variable: DraftVariable; onRename: () => void }) {
  const draft = useDraft();
  const id = useId();
  const change = useDesign((design) => design.change);
  const used = usesOf(draft, "config", variable.key);
  const set = (changes: Partial<DraftVariable>) =>
    change({ do: "setVariable", key: variable.key, variable: { ...variable, ...changes } });
  return (
    <fieldset className="rounded-lg border border-line p-2">
      <legend className="sr-only">{variable.key}</legend>
      <div className="flex items-center gap-1">
        <p className="min-w-0 flex-1 break-all px-1 font-mono text-sm">{variable.key}</p>
        <button
          type="button"
          aria-label={`Rename ${variable.key}`}
          onClick={onRename}
          className="grid size-8 place-items-center rounded text-muted hover:bg-code hover:text-ink"
        >
          <Pencil aria-hidden="true" className="size-4" />
        </button>
        <button
          type="button"
          aria-label={`Remove ${variable.key}`}
          onClick={() =>
            change({ do: "removeVariable", key: variable.key }, `Removed ${variable.key}. Ctrl Z brings it back.`)
          }
          className="grid size-8 place-items-center rounded text-muted hover:bg-code hover:text-failure"
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </button>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <select
          aria-label={`What ${variable.key} holds`}
          value={variable.type}
          onChange={(event) => set({ type: event.target.value === "elementInstance" ? "elementInstance" : "value" })}
          className="min-h-7 rounded border border-line bg-surface px-1"
        >
          <option value="value">a value</option>
          <option value="elementInstance">a connection</option>
        </select>
        <label htmlFor={id} className="flex items-center gap-1.5">
          <input
            id={id}
            type="checkbox"
            checked={variable.required ?? true}
            onChange={(event) => set({ required: event.target.checked })}
          />
          required
        </label>
      </div>
      {used.length === 0 ? (
        <p className="mt-1.5 text-muted text-xs">Not used yet.</p>
      ) : (
        <UsedIn label={`Where ${variable.key} is used`} used={used} />
      )}
    </fieldset>
  );
}

/** The places that speak of a variable; each leads there. */
function UsedIn({ label, used }: { label: string; used: Use[] }) {
  const draft = useDraft();
  const goTo = useDesign((design) => design.goTo);
  return (
    <ul aria-label={label} className="mt-1.5 grid border-line border-t pt-1 text-xs">
      {used.map(({ at, property, label: what }) => {
        const part = partOf(draft, at);
        return (
          <li key={`${idOf(at)} ${property}`}>
            <button
              type="button"
              onClick={() => goTo(at, property)}
              className="min-h-6 max-w-full truncate text-left text-accent hover:underline"
            >
              {part && titleOf(at, part)} <span className="text-muted">{what}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
