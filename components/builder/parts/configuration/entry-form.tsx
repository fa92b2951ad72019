"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { TYPE_KEY } from "#server/element/auth/registry.ts";
import {
  CONFIGURATION_TYPES,
  controlOf,
  DEFAULT_CONFIGURATION_TYPE,
} from "#server/element/configuration-types/registry.ts";
import { configurationType } from "#server/element/shape.ts";
import { typesOf } from "#server/registry.ts";
import { FieldHelp, FieldLabel, INPUT_LOOK, TextField } from "../../../ui/text-field.tsx";
import { AreaEntry, type Option, SelectEntry, Sought, SwitchEntry, TextEntry } from "../../fields/fields.tsx";
import { useBuilder, useBuilderStore, useElement, useValue } from "../../model/builder.ts";
import { isRecord, listAt, setAt, textOf } from "../../model/paths.ts";
import { useKinds } from "../../use-kinds.ts";
import { EntryOptions } from "./entry-options.tsx";
import { type KeyProblem, keyProblem } from "./key-problem.ts";
import { VISIBILITIES, type Visibility, visibilityOf } from "./visibility.ts";

/** The fields of one entry of the configuration. */
export function EntryForm({ at }: { at: number }) {
  const t = useTranslations("builder.configuration.fields");
  const kinds = useKinds();
  const path = ["configuration", at];
  const value = useValue(path);
  const entry = isRecord(value) ? value : {};
  const type = configurationType.safeParse(entry.type).data ?? DEFAULT_CONFIGURATION_TYPE.type;
  const isChoice = controlOf({ type, options: Array.isArray(entry.options) ? entry.options : [] }) === "choice";
  const types: Option[] = typesOf(CONFIGURATION_TYPES).map((name) => ({
    value: name,
    label: kinds.summary("configurationType", name).replace(/\.$/, ""),
  }));
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <KeyField at={at} />
        <TextEntry path={[...path, "name"]} label={t("name")} help={t("nameHelp")} required />
      </div>
      <AreaEntry path={[...path, "description"]} label={t("description")} help={t("descriptionHelp")} rows={2} />
      <div className="grid gap-4 lg:grid-cols-2">
        <SelectEntry path={[...path, "type"]} label={t("type")} options={types} otherwise={type} />
        <VisibilityField at={at} entry={entry} />
        <TextEntry
          path={[...path, "defaultValue"]}
          label={t("defaultValue")}
          help={t("defaultValueHelp")}
          required={false}
        />
        <GroupField at={at} />
      </div>
      {isChoice && <EntryOptions path={[...path, "options"]} />}
      <SwitchEntry path={[...path, "required"]} label={t("required")} help={t("requiredHelp")} />
    </>
  );
}

/** The key: it enters the draft only if it is unused, so that the entry stays in this part while it is typed. */
function KeyField({ at }: { at: number }) {
  const t = useTranslations("builder.configuration.fields");
  const store = useBuilderStore();
  const path = ["configuration", at, "key"];
  const key = textOf(useValue(path));
  const [typed, setTyped] = useState<{ text: string; problem: KeyProblem } | null>(null);

  function type(text: string) {
    const { history, set } = store.getState();
    const problem = keyProblem(history.present, at, text.trim());
    setTyped(problem ? { text, problem } : null);
    if (!problem) set(path, text.trim());
  }

  return (
    <Sought path={path}>
      <TextField
        label={t("key")}
        help={t("keyHelp")}
        required
        value={typed?.text ?? key}
        onChange={type}
        onBlur={() => typed?.problem !== "empty" && setTyped(null)}
        problem={typed ? t(`keyProblems.${typed.problem}`, { key: cutText(typed.text, 60) }) : undefined}
        autoComplete="off"
        spellCheck={false}
      />
    </Sought>
  );
}

function VisibilityField({ at, entry }: { at: number; entry: Readonly<Record<string, unknown>> }) {
  const t = useTranslations("builder.configuration");
  const id = useId();
  const edit = useBuilder((builder) => builder.edit);
  const chosen = visibilityOf(entry);

  function choose(visibility: Visibility) {
    edit((draft) =>
      Object.entries(VISIBILITIES[visibility]).reduce(
        (next, [name, value]) => setAt(next, ["configuration", at, name], value),
        draft,
      ),
    );
  }

  return (
    <div className="grid content-start gap-1.5">
      <FieldLabel id={id} label={t("fields.visibility")} />
      <select
        id={id}
        value={chosen}
        onChange={({ target }) => choose(target.value as Visibility)}
        aria-describedby={`${id}-description`}
        className={INPUT_LOOK}
      >
        {(Object.keys(VISIBILITIES) as Visibility[]).map((visibility) => (
          <option key={visibility} value={visibility}>
            {t(`visibility.${visibility}.label`)}
          </option>
        ))}
      </select>
      <FieldHelp id={id} help={t(`visibility.${chosen}.help`)} />
    </div>
  );
}

/** The authentication type that needs the entry, if the element offers several. */
function GroupField({ at }: { at: number }) {
  const t = useTranslations("builder.configuration.fields");
  const choice = listAt(useElement(), ["configuration"]).find(({ key }) => key === TYPE_KEY);
  const types = listAt(choice ?? {}, ["options"]).map(
    ({ value, description }): Option => ({
      value: textOf(value),
      label: textOf(description) || textOf(value),
    }),
  );
  const path = ["configuration", at, "groupName"];
  if (types.length === 0) return <TextEntry path={path} label={t("group")} help={t("groupHelp")} required={false} />;
  const options = [{ value: "", label: t("everyType"), help: t("everyTypeHelp") }, ...types];
  return <SelectEntry path={path} label={t("neededFor")} options={options} />;
}
