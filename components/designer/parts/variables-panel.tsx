"use client";

import { Pencil, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useDesign, useDraft } from "../model/design.ts";
import { type DraftVariable, idOf, partOf } from "../model/draft.ts";
import { useSpeech } from "../model/speech.ts";
import { useStoredValues } from "../model/use-stored-values.ts";
import { type Use, usesOf } from "../model/where-used.ts";

type Props = { onRename: (key: string) => void };

/** The variables that each instance of the formula fills in, and their uses. */
export function VariablesPanel({ onRename }: Props) {
  const { t } = useSpeech();
  const { configuration } = useDraft();
  const change = useDesign((design) => design.change);
  const [key, setKey] = useState("");
  const values = useStoredValues();
  const isTaken = configuration.some((variable) => variable.key === key.trim());
  function add() {
    if (!key.trim() || isTaken) return;
    change({ do: "addVariable", variable: { key: key.trim(), name: key.trim(), type: "value", required: true } });
    setKey("");
  }
  return (
    <div className="grid gap-3">
      <p className="px-2 text-muted text-xs leading-relaxed">
        {t.rich("variables.description", { code: () => <code className="font-mono">{"${config.key}"}</code> })}
      </p>
      <ul className="grid gap-2" aria-label={t("variables.list")}>
        {configuration.map((variable) => (
          <li key={variable.key}>
            <Variable
              variable={variable}
              held={values?.heldUnder(variable.key) ?? 0}
              onRename={() => onRename(variable.key)}
            />
          </li>
        ))}
      </ul>
      <Form className="flex gap-2 px-2" onSubmit={add}>
        <input
          aria-label={t("variables.key")}
          placeholder={t("variables.example")}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          className={`${INPUT_LOOK} font-mono`}
        />
        <Button type="submit" aria-label={t("variables.add")} isIdle={!key.trim() || isTaken}>
          <Plus aria-hidden="true" className="size-4" />
        </Button>
      </Form>
    </div>
  );
}

type VariableProps = {
  variable: DraftVariable;
  /** The number of instances with a value for it. */
  held: number;
  onRename: () => void;
};

function Variable({ variable, held, onRename }: VariableProps) {
  const { t } = useSpeech();
  const named = { key: variable.key };
  const draft = useDraft();
  const id = useId();
  const change = useDesign((design) => design.change);
  const readScript = useDesign((design) => design.readScript);
  const used = usesOf(draft, "config", variable.key, readScript);
  const set = (changes: Partial<DraftVariable>) =>
    change({ do: "setVariable", key: variable.key, variable: { ...variable, ...changes } });
  return (
    <fieldset className="rounded-lg border border-line p-2">
      <legend className="sr-only">{variable.key}</legend>
      <div className="flex items-center gap-1">
        <p className="min-w-0 flex-1 break-all px-1 font-mono text-sm">{variable.key}</p>
        <button
          type="button"
          aria-label={t("variables.rename", named)}
          aria-haspopup="dialog"
          onClick={onRename}
          className="grid size-8 place-items-center rounded text-muted hover:bg-code hover:text-ink"
        >
          <Pencil aria-hidden="true" className="size-4" />
        </button>
        <button
          type="button"
          aria-label={t("variables.remove", named)}
          onClick={() =>
            change(
              { do: "removeVariable", key: variable.key },
              t("announcements.removedVariable", { name: variable.key }),
            )
          }
          className="grid size-8 place-items-center rounded text-muted hover:bg-code hover:text-failure"
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </button>
      </div>
      {held > 0 && <p className="px-1 text-muted text-xs">{t("variables.held", { count: held })}</p>}
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <select
          aria-label={t("variables.holds", named)}
          value={variable.type}
          onChange={(event) =>
            set(
              event.target.value === "elementInstance" ? { type: "elementInstance", secret: false } : { type: "value" },
            )
          }
          className="min-h-7 rounded border border-line bg-surface px-1"
        >
          <option value="value">{t("variables.value")}</option>
          <option value="elementInstance">{t("variables.connection")}</option>
        </select>
        <label htmlFor={id} className="flex items-center gap-1.5">
          <input
            id={id}
            type="checkbox"
            checked={variable.required ?? true}
            onChange={(event) => set({ required: event.target.checked })}
          />
          {t("variables.required")}
        </label>
        {variable.type === "value" && (
          <label
            htmlFor={`${id}-secret`}
            className="flex items-center gap-1.5"
            title={t("variables.secretDescription")}
          >
            <input
              id={`${id}-secret`}
              type="checkbox"
              checked={variable.secret ?? false}
              aria-describedby={variable.secret ? `${id}-secret-words` : undefined}
              onChange={(event) => set({ secret: event.target.checked })}
            />
            {t("variables.secret")}
          </label>
        )}
      </div>
      {variable.secret && (
        <p id={`${id}-secret-words`} className="mt-1 px-1 text-muted text-xs">
          {t("variables.secretDescription")}
        </p>
      )}
      {used.length === 0 ? (
        <p className="mt-1.5 text-muted text-xs">{t("variables.unused")}</p>
      ) : (
        <UsedIn label={t("variables.used", named)} used={used} />
      )}
    </fieldset>
  );
}

/** The places that use a variable, as links. */
function UsedIn({ label, used }: { label: string; used: Use[] }) {
  const { title, property: called } = useSpeech();
  const draft = useDraft();
  const goTo = useDesign((design) => design.goTo);
  return (
    <ul aria-label={label} className="mt-1.5 grid border-line border-t pt-1 text-xs">
      {used.map(({ at, property }) => {
        const part = partOf(draft, at);
        return (
          <li key={`${idOf(at)} ${property}`}>
            <button
              type="button"
              onClick={() => goTo(at, property)}
              className="min-h-6 max-w-full truncate text-left text-accent hover:underline"
            >
              {part && title(at, part)} <span className="text-muted">{part && called(at, part, property).label}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
