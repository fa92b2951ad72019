"use client";

import { useTranslations } from "next-intl";
import { LargeValue } from "./large-value.tsx";
import { Masked } from "./masked.tsx";
import { hasParts, type ShownValue, ValueFrame, ValueHead } from "./value-frame.tsx";
import { ValueTree } from "./value-tree.tsx";

export type View = "tree" | "raw";

export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useTranslations("values");
  return (
    <fieldset className="my-1.5 flex rounded-lg border border-line p-0.5 text-xs">
      <legend className="sr-only">{t("shown")}</legend>
      {(["tree", "raw"] as const).map((one) => (
        <label
          key={one}
          className="relative rounded-md px-2 py-1 text-muted has-[:checked]:bg-tint has-[:checked]:text-accent has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent"
        >
          <input
            type="radio"
            name="view"
            checked={view === one}
            onChange={() => onChange(one)}
            className="absolute inset-0 opacity-0"
          />
          {t(one)}
        </label>
      ))}
    </fieldset>
  );
}

type Props = {
  values: ShownValue[];
  view: View;
  /** The start of the reference to each value. */
  prefix: string;
  /** The step execution from which the rest of a large value is loaded. */
  stepExecutionId?: number;
};

/** Values by name, each as a tree or as text. Headers are folded: they are long and rarely needed. */
export function ValueList({ values, ...props }: Props) {
  const t = useTranslations("values");
  const folded = values.filter(({ name }) => name === HEADERS);
  return (
    <>
      <Values values={values.filter(({ name }) => name !== HEADERS)} {...props} />
      {folded.length > 0 && (
        <details>
          <summary className="text-muted text-sm">{t("headers")}</summary>
          <div className="mt-2">
            <Values values={folded} {...props} />
          </div>
        </details>
      )}
    </>
  );
}

const HEADERS = "headers";

function Values({ values, view, prefix, stepExecutionId }: Props) {
  return values.map((shown) =>
    shown.value.length < shown.length && stepExecutionId !== undefined ? (
      <LargeValue key={shown.key} shown={shown} stepExecutionId={stepExecutionId} />
    ) : (
      <Value key={shown.key} shown={shown} view={view} path={prefix ? `${prefix}.${shown.key}` : shown.key} />
    ),
  );
}

function Value({ shown: { name, value, length }, view, path }: { shown: ShownValue; view: View; path: string }) {
  const json = inJson(value);
  const text = json === undefined ? value : JSON.stringify(json, null, 2);
  return (
    <div className="min-w-0">
      <ValueHead name={name} text={text} />
      <ValueFrame name={name}>
        {view === "tree" && json !== undefined ? (
          <ValueTree value={json} path={path} />
        ) : (
          <pre className="whitespace-pre-wrap break-words">
            <Masked text={text} />
            {value.length < length && " …"}
          </pre>
        )}
      </ValueFrame>
    </div>
  );
}

function inJson(text: string): object | undefined {
  if (!hasParts(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
