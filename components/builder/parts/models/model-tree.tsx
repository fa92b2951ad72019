"use client";

import { ChevronDown, ChevronRight, Lock, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { DATA_TYPES } from "#server/element/data-types/registry.ts";
import { asSchema, type Definitions, LOCKED, type Schema } from "#server/element/definition/model-from-samples.ts";
import { typesOf } from "#server/registry.ts";
import { OBJECT, rootOf, schemaAt, typeOfField, UNKNOWN } from "../../../operation-forms/schema-fields.ts";
import { MayChange, useMayChange } from "../../../shell/may-change.tsx";
import { Button } from "../../../ui/button.tsx";
import { OnOff } from "../../../ui/on-off.tsx";
import { FieldLabel, INPUT_LOOK, TextField } from "../../../ui/text-field.tsx";
import { isLetter, treeMove, typeAhead } from "../../../ui/tree-keys.ts";
import { Options } from "../../fields/fields.tsx";
import { useBuilder, useValue } from "../../model/builder.ts";
import type { Path } from "../../model/paths.ts";
import { useKinds } from "../../use-kinds.ts";
import {
  type FieldRow,
  modelRows,
  withNewField,
  withoutField,
  withRenamedField,
  withRequired,
  withType,
} from "./model-fields.ts";

type Props = {
  /** The place of the definitions in the draft. */
  path: Path;
  /** The name of the model among them. */
  root: string;
  label: string;
};

type Focus = { key: string; in: "tree" | "name" } | "add";

/** The types that a field of a model can have, one for each name of Swagger. */
const TYPES = typesOf(DATA_TYPES).filter((type) => DATA_TYPES[type].swagger && !DATA_TYPES[type].hasFields);

/**
 * A model as a tree of fields. The arrow keys move and open, Enter edits, Insert adds a field below, Delete removes the
 * field.
 */
export function ModelTree({ path, root, label }: Props) {
  const t = useTranslations("builder.models");
  const mayChange = useMayChange();
  const definitions = (asSchema(useValue(path)) ?? {}) as Definitions;
  const set = useBuilder((builder) => builder.set);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string | null>(null);
  const [focus, setFocus] = useState<Focus | null>(null);
  const [findByLetters] = useState(typeAhead);
  const place = useRef<HTMLDivElement>(null);
  const rows = modelRows(definitions, root, open);
  const row = rows.find(({ key }) => key === selected);
  const top = rootOf(definitions, root);

  useEffect(() => {
    if (focus === null) return;
    const target =
      focus === "add"
        ? "[data-adds-field]"
        : focus.in === "name"
          ? "[data-field-name] input"
          : `[data-key="${CSS.escape(focus.key)}"]`;
    place.current?.querySelector<HTMLElement>(target)?.focus();
    setFocus(null);
  }, [focus]);

  const change = (holder: Path, schema: Schema, announce?: string) => set([...path, ...holder], schema, { announce });

  function add(below: FieldRow | null) {
    const holder = below?.holder ?? top;
    if (!holder) return;
    const { schema, name } = withNewField(schemaAt(definitions, holder), below?.name ?? null);
    change(holder, schema, t("added"));
    const key = `${below ? below.key.slice(0, -below.name.length - 1) : ""}/${name}`;
    setSelected(key);
    setFocus({ key, in: "name" });
  }

  function remove(gone: FieldRow) {
    const at = rows.indexOf(gone);
    const siblings = rows.filter(({ key }) => key !== gone.key && !key.startsWith(`${gone.key}/`));
    const neighbor = siblings[at] ?? siblings.at(-1);
    change(gone.holder, withoutField(schemaAt(definitions, gone.holder), gone.name), t("removed", { name: gone.name }));
    setSelected(neighbor?.key ?? null);
    setFocus(neighbor ? { key: neighbor.key, in: "tree" } : "add");
  }

  /** The key of the renamed field; null if it cannot be called so. */
  function rename(from: FieldRow, to: string): string | null {
    if (to === from.name) return from.key;
    const renamed = withRenamedField(schemaAt(definitions, from.holder), from.name, to);
    if (!renamed) return null;
    const key = `${from.key.slice(0, -from.name.length)}${to}`;
    change(from.holder, renamed);
    setSelected(key);
    return key;
  }

  const unfold = (key: string, isOpen: boolean) =>
    setOpen(new Set(isOpen ? [...open, key] : [...open].filter((one) => one !== key)));

  function press(event: KeyboardEvent, pressed: FieldRow) {
    const to = (key: string) => setFocus({ key, in: "tree" });
    const treeRows = rows.map(({ key, level, name, hasFields, isOpen }) => ({
      ...{ key, level, label: name },
      isOpen: hasFields ? isOpen : undefined,
    }));
    const move = treeMove(treeRows, pressed.key, event.key);
    const found = isLetter(event) ? findByLetters(treeRows, pressed.key, event.nativeEvent) : undefined;
    const acts: Record<string, (() => void) | false | undefined> = {
      ...(move && {
        [event.key]: () => ("focus" in move ? to(move.focus) : unfold(move.toggle, !pressed.isOpen)),
      }),
      ...(found !== undefined && { [event.key]: () => to(found) }),
      Enter: () => setFocus({ key: pressed.key, in: "name" }),
      Insert: mayChange && (() => add(pressed)),
      Delete: mayChange && (() => remove(pressed)),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <div ref={place} className="grid items-start gap-4 @lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-2">
        <div
          role="tree"
          aria-label={label}
          className="grid max-h-[32rem] overflow-y-auto rounded-xl border border-line p-1"
        >
          {rows.map((one, at) => (
            <div
              key={one.key}
              role="treeitem"
              data-key={one.key}
              aria-level={one.level + 1}
              aria-selected={one.key === selected}
              aria-expanded={one.hasFields ? one.isOpen : undefined}
              tabIndex={one.key === selected || (!row && at === 0) ? 0 : -1}
              onFocus={() => setSelected(one.key)}
              onClick={() => setSelected(one.key)}
              onKeyDown={(event) => press(event, one)}
              style={{ paddingLeft: `${Math.min(one.level, 8) * 1.25 + 0.25}rem` }}
              className="flex min-h-8 min-w-0 cursor-pointer items-center gap-1.5 rounded-lg pr-2 text-sm hover:bg-code aria-selected:bg-tint"
            >
              <Arrow row={one} onClick={() => unfold(one.key, !one.isOpen)} />
              <span
                className={`min-w-0 flex-1 truncate font-mono text-[0.8125rem] ${one.isRequired ? "font-semibold" : ""}`}
              >
                {one.name}
              </span>
              {one.schema[LOCKED] === true && (
                <Lock aria-label={t("locked")} className="size-3.5 shrink-0 text-muted" />
              )}
              <span className="max-w-[40%] shrink-0 truncate text-muted text-xs">
                <TypeLabel schema={one.schema} />
                {one.isRequired && `, ${t("isRequired")}`}
              </span>
            </div>
          ))}
        </div>
        {rows.length === 0 && <p className="text-muted text-sm">{t(top ? "noFields" : "noModel")}</p>}
        {top && (
          <MayChange>
            <Button data-adds-field onClick={() => add(row ?? null)} className="justify-self-start">
              <Plus aria-hidden="true" className="size-4" />
              {t("addField")}
            </Button>
          </MayChange>
        )}
      </div>
      {row && (
        <FieldForm
          key={rows.indexOf(row)}
          row={row}
          models={Object.keys(definitions)}
          onRename={(to) => rename(row, to)}
          onChange={(schema) => set([...path, ...row.holder, "properties", row.name], schema)}
          onRequire={(isRequired) =>
            change(row.holder, withRequired(schemaAt(definitions, row.holder), row.name, isRequired))
          }
          onDelete={() => remove(row)}
          onDone={(key) => setFocus({ key, in: "tree" })}
        />
      )}
    </div>
  );
}

function Arrow({ row: { hasFields, isOpen }, onClick }: { row: FieldRow; onClick: () => void }) {
  if (!hasFields) return <span className="w-4 shrink-0" />;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" onClick={onClick} />;
}

function TypeLabel({ schema }: { schema: Schema }) {
  const t = useTranslations("builder.models");
  const { label } = useKinds();
  const { type, isList } = typeOfField(schema);
  const name = type === UNKNOWN ? t("unknown") : type === OBJECT ? t("object") : label("dataType", type);
  return isList ? t("listOf", { type: name }) : name;
}

type FormProps = {
  row: FieldRow;
  models: readonly string[];
  /** The key of the renamed field; null if it cannot be called so. */
  onRename: (to: string) => string | null;
  onChange: (schema: Schema) => void;
  onRequire: (isRequired: boolean) => void;
  onDelete: () => void;
  onDone: (key: string) => void;
};

function FieldForm({ row, models, onRename, onChange, onRequire, onDelete, onDone }: FormProps) {
  const t = useTranslations("builder.models");
  const { options } = useKinds();
  const id = useId();
  const mayChange = useMayChange();
  const [name, setName] = useState(row.name);
  const [before, setBefore] = useState(row.name);
  const [isRefused, setIsRefused] = useState(false);
  if (row.name !== before) {
    setBefore(row.name);
    setName(row.name);
  }
  const { schema } = row;
  const { type, isList } = typeOfField(schema);
  const say = (word: string, value: unknown) => {
    const { [word]: _, ...others } = schema;
    onChange(value === undefined || value === "" ? others : { ...others, [word]: value });
  };

  function settle(): string | null {
    const key = onRename(name.trim());
    setIsRefused(key === null);
    return key;
  }

  return (
    <fieldset className="grid content-start gap-4 rounded-xl border border-line p-4">
      <legend className="px-1 font-medium text-sm">{t("field")}</legend>
      <div data-field-name>
        <TextField
          label={t("name")}
          value={name}
          problem={isRefused ? t("nameTaken") : undefined}
          onChange={(text) => {
            setName(text);
            setIsRefused(false);
          }}
          onFocus={(event) => event.target.select()}
          onBlur={() => void settle()}
          onKeyDown={(event) => {
            if (event.key !== "Enter" && event.key !== "Escape") return;
            event.preventDefault();
            if (event.key === "Escape") setName(row.name);
            const key = event.key === "Escape" ? row.key : settle();
            if (key !== null) onDone(key);
          }}
          autoComplete="off"
        />
      </div>
      <div className="grid content-start gap-1.5">
        <FieldLabel id={id} label={t("type")} />
        <select
          id={id}
          value={type}
          onChange={({ target }) => onChange(withType(schema, { type: target.value, isList }))}
          className={INPUT_LOOK}
        >
          <Options
            options={[
              ...options("dataType", TYPES).map((option) => ({ ...option, group: t("simple") })),
              { value: OBJECT, label: t("object"), group: t("nested") },
              ...models.map((model) => ({ value: model, label: model, group: t("models") })),
              { value: UNKNOWN, label: t("unknown"), group: t("other") },
            ]}
          />
        </select>
      </div>
      <Switch label={t("list")} on={isList} onChange={(on) => onChange(withType(schema, { type, isList: on }))} />
      <Switch label={t("required")} on={row.isRequired} onChange={onRequire} />
      <Switch
        label={t("lock")}
        help={t("lockHelp")}
        on={schema[LOCKED] === true}
        onChange={(on) => say(LOCKED, on || undefined)}
      />
      <TextField
        label={t("format")}
        required={false}
        value={typeof schema.format === "string" ? schema.format : ""}
        onChange={(format) => say("format", format)}
        autoComplete="off"
      />
      <TextField
        label={t("description")}
        required={false}
        value={typeof schema.description === "string" ? schema.description : ""}
        onChange={(description) => say("description", description)}
        autoComplete="off"
      />
      {mayChange && (
        <Button kind="danger" onClick={onDelete} className="justify-self-start">
          <Trash2 aria-hidden="true" className="size-4" />
          {t("deleteField")}
        </Button>
      )}
    </fieldset>
  );
}

type SwitchProps = { label: string; help?: string; on: boolean; onChange: (on: boolean) => void };

function Switch({ label, help, on, onChange }: SwitchProps) {
  const mayChange = useMayChange();
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
