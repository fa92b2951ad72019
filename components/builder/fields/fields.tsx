"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { CodeEditor } from "../../fields/code-editor.tsx";
import { OnOff } from "../../ui/on-off.tsx";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../../ui/text-field.tsx";
import { useBuilder, useValue } from "../model/builder.ts";
import { type Path, textOf } from "../model/paths.ts";
import { useProblemAt } from "../model/problems.tsx";

type Field = { path: Path; label: string; help?: string | undefined; required?: boolean | undefined };

/** A place of the draft as a text: an empty one is removed, unless the field is required. */
function useText({ path, required = false }: Pick<Field, "path" | "required">) {
  const set = useBuilder((builder) => builder.set);
  return {
    value: textOf(useValue(path)),
    problem: useProblemAt(path),
    set: (text: string) => set(path, text === "" && !required ? undefined : text),
  };
}

/** A line of text. */
export function TextEntry({ placeholder, ...field }: Field & { placeholder?: string }) {
  const { value, problem, set } = useText(field);
  return (
    <Sought path={field.path}>
      <TextField
        label={field.label}
        help={field.help}
        required={field.required}
        placeholder={placeholder}
        value={value}
        onChange={set}
        problem={problem}
        autoComplete="off"
      />
    </Sought>
  );
}

/** A text of several lines. */
export function AreaEntry({ rows = 3, ...field }: Field & { rows?: number }) {
  const id = useId();
  const { value, problem, set } = useText(field);
  return (
    <Sought path={field.path}>
      <div className="grid content-start gap-1.5">
        <FieldLabel id={id} label={field.label} required={field.required} />
        <textarea
          id={id}
          rows={rows}
          value={value}
          onChange={({ target }) => set(target.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem || field.help ? `${id}-description` : undefined}
          className={`${INPUT_LOOK} resize-y`}
        />
        <FieldHelp id={id} help={field.help} problem={problem} />
      </div>
    </Sought>
  );
}

export type Option = {
  value: string;
  label: string;
  help?: string | undefined;
  /** The heading above it and its neighbors with the same one. */
  group?: string | undefined;
};

/** One of several values, with a sentence about the chosen one. `otherwise` is the value of an empty place. */
export function SelectEntry({
  options,
  otherwise = "",
  onChange,
  ...field
}: Field & { options: readonly Option[]; otherwise?: string; onChange?: (value: string) => void }) {
  const id = useId();
  const { value, problem, set } = useText(field);
  const chosen = value || otherwise;
  const isUnknown = !options.some((option) => option.value === chosen);
  const help = options.find((option) => option.value === chosen)?.help ?? field.help;
  return (
    <Sought path={field.path}>
      <div className="grid content-start gap-1.5">
        <FieldLabel id={id} label={field.label} required={field.required} />
        <select
          id={id}
          value={chosen}
          onChange={({ target }) => (onChange ?? set)(target.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem || help ? `${id}-description` : undefined}
          className={INPUT_LOOK}
        >
          {isUnknown && <option value={chosen}>{chosen || "–"}</option>}
          <Options options={options} />
        </select>
        <FieldHelp id={id} help={help} problem={problem} />
      </div>
    </Sought>
  );
}

/** The options of a select, below the headings of their groups. */
export function Options({ options }: { options: readonly Option[] }) {
  const groups = Map.groupBy(options, ({ group }) => group ?? "");
  return [...groups].map(([group, members]) => {
    const items = members.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ));
    return group === "" ? (
      items
    ) : (
      <optgroup key={group} label={group}>
        {items}
      </optgroup>
    );
  });
}

/** A whole number; an invalid number is kept as it is typed, and the rules refuse it. */
export function NumberEntry({ path, label, help, placeholder }: Field & { placeholder?: string }) {
  const set = useBuilder((builder) => builder.set);
  const value = textOf(useValue(path));
  const problem = useProblemAt(path);
  return (
    <Sought path={path}>
      <TextField
        label={label}
        help={help}
        placeholder={placeholder}
        inputMode="numeric"
        value={value}
        onChange={(text) => set(path, text === "" ? undefined : /^\d{1,15}$/.test(text) ? Number(text) : text)}
        problem={problem}
        autoComplete="off"
      />
    </Sought>
  );
}

/** A switch; `otherwise` is the value of an empty place. */
export function SwitchEntry({ path, label, help, otherwise = false }: Field & { otherwise?: boolean }) {
  const value = useValue(path);
  const set = useBuilder((builder) => builder.set);
  return (
    <Sought path={path}>
      <SwitchRow
        label={label}
        help={help}
        on={typeof value === "boolean" ? value : otherwise}
        onChange={(on) => set(path, on)}
      />
    </Sought>
  );
}

type Switch = Pick<Field, "label" | "help"> & { on: boolean; onChange: (on: boolean) => void };

/** A switch beside its label and help. */
export function SwitchRow({ label, help, on, onChange }: Switch) {
  const mayChange = useBuilder((builder) => builder.mayChange);
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p aria-hidden="true" className="font-medium text-sm">
          {label}
        </p>
        {help && <p className="text-muted text-sm">{help}</p>}
      </div>
      <OnOff label={label} on={on} onChange={onChange} disabled={!mayChange} />
    </div>
  );
}

/** Code, in the editor for it. */
export function CodeEntry({
  language,
  globals,
  rows,
  ...field
}: Field & { language: "javascript" | "json"; globals?: string; rows?: number }) {
  const id = useId();
  const { value, problem, set } = useText(field);
  return (
    <Sought path={field.path}>
      <div className="grid gap-1.5">
        <p aria-hidden="true" className="font-medium text-sm">
          {field.label}
        </p>
        <CodeEditor
          label={field.label}
          language={language}
          value={value}
          onChange={set}
          {...(globals !== undefined && { globals })}
          {...(rows !== undefined && { rows })}
        />
        <FieldHelp id={id} help={field.help} problem={problem} />
      </div>
    </Sought>
  );
}

/** Focuses the field at the place that its author navigated to. */
export function Sought({ path, children }: { path: Path; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const name = path.join("\n");
  const isWanted = useBuilder(({ wanted }) => wanted !== null && wanted.join("\n") === name);
  const found = useBuilder((builder) => builder.found);
  useEffect(() => {
    if (!isWanted) return;
    place.current?.closest("details")?.setAttribute("open", "");
    place.current?.querySelector<HTMLElement>("textarea, input, select, button")?.focus();
    found();
  }, [isWanted, found]);
  return (
    <div ref={place} className="contents">
      {children}
    </div>
  );
}
