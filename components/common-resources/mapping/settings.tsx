"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { rulesOf } from "#server/common-resource/rules.ts";
import type { TransformationSetting } from "#server/common-resource/shape.ts";
import { CodeEditor } from "../../fields/code-editor.tsx";
import { Button } from "../../ui/button.tsx";
import { lazyFunction } from "../../ui/lazy-component.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { DIRECTIONS, type DirectionName, settingDirection, withSetting } from "./model/draft.ts";
import { useMapping } from "./model/mapping.tsx";

const DIRECTED = ["inherit", "passThrough"] as const;
const NAMES = ["none", "both", "fromVendor", "toVendor"] as const satisfies DirectionName[];

const GLOBALS = `/** The object as it came: the provider's when reading, yours when writing. */
declare const originalObject: any;
/** The object with its fields mapped. */
declare let transformedObject: any;
/** Whether the object comes from the provider. */
declare const fromVendor: boolean;
/** Whether transformedObject.where are the conditions of a request. */
declare const isWhere: boolean;
/** Returns the result. */
declare function done(result: any): void;`;

/** The settings of the mapping as a whole, and its script. */
export function Settings() {
  const t = useTranslations("common-resources.settings");
  const directions = useTranslations("common-resources.directions");
  const id = useId();
  const { draft, change } = useMapping();
  const { configuration } = draft;
  const rules = rulesOf(draft);
  const set = (type: string, properties: TransformationSetting["properties"] | null) =>
    change({ ...draft, configuration: withSetting(configuration, type, properties) });
  const switches = [
    { key: "undocumented", type: "addToDocumentation", isOn: !rules.isDocumented, properties: DIRECTIONS.none },
    { key: "onWhere", type: "applyJSOnQueryFieldValue", isOn: rules.runsOnWhere, properties: undefined },
    { key: "remove", type: "remove", isOn: rules.isRemoved, properties: undefined },
  ] as const;
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="font-semibold text-xl tracking-tight">
        {t("title")}
      </h2>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        {DIRECTED.map((type) => (
          <SelectField
            key={type}
            label={t(type)}
            value={settingDirection(draft, type)}
            options={NAMES.map((name) => ({ value: name, label: directions(name) }))}
            onChange={(name) => set(type, name === "none" ? null : DIRECTIONS[name])}
          />
        ))}
        <div className="grid gap-2 sm:col-span-2">
          {switches.map(({ key, type, isOn, properties }) => (
            <Check key={key} label={t(key)} isOn={isOn} onChange={(on) => set(type, on ? properties : null)} />
          ))}
        </div>
      </div>
      <Script />
    </section>
  );
}

function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="flex items-start gap-3 text-sm">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-5 accent-accent"
      />
      {label}
    </label>
  );
}

const useSyntaxErrorOf = lazyFunction(async () => (await import("#server/script/syntax-error.ts")).syntaxErrorOf);

const BEGINNING = "// transformedObject has the mapped fields.\ndone(transformedObject);\n";

function Script() {
  const t = useTranslations("common-resources.settings");
  const { draft, change } = useMapping();
  const syntaxErrorOf = useSyntaxErrorOf();
  const { script, ...rest } = draft;
  const set = (next: Partial<NonNullable<typeof script>>, burst?: string) =>
    change(
      { ...rest, script: { mimeType: "application/javascript", body: "", ...script, ...next }, scripts: [] },
      "",
      burst,
    );
  if (!script)
    return (
      <div className="mt-6">
        <Button onClick={() => set({ body: BEGINNING })}>{t("addScript")}</Button>
      </div>
    );
  const error = syntaxErrorOf?.(script.body, { mayAwait: draft.isLegacy !== true });
  return (
    <div className="mt-6 grid gap-3">
      <h3 className="font-medium text-sm">{t("script")}</h3>
      <p className="text-muted text-sm">{t("scriptHelp")}</p>
      <CodeEditor
        label={t("script")}
        language="javascript"
        value={script.body}
        onChange={(body) => set({ body }, "script")}
        globals={GLOBALS}
      />
      {error && (
        <p role="alert" className="text-failure text-sm">
          {t("brokenScript", { line: String(error.line), message: error.message })}
        </p>
      )}
      <Check
        label={t("filterEmpty")}
        isOn={script.filterEmptyResponse === true}
        onChange={(on) => set({ filterEmptyResponse: on })}
      />
      <div>
        <Button kind="danger" onClick={() => change({ ...rest, scripts: [] })}>
          {t("removeScript")}
        </Button>
      </div>
    </div>
  );
}
