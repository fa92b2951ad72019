"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useEffect, useId, useMemo, useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { isOfResponse } from "#server/element/parameters/compile-parameters.ts";
import { type SampleInput, sampleInputs } from "#server/element/parameters/sample-inputs.ts";
import { type Preview, previewRequest } from "#server/element/preview-request.ts";
import { withoutHub } from "#server/element/resource-path.ts";
import type { Element, Resource } from "#server/element/shape.ts";
import { resourceSchema } from "#server/element/shape.ts";
import { FieldLabel, INPUT_LOOK, TextField } from "../../ui/text-field.tsx";
import { useElement } from "../model/builder.ts";
import { parsedElement } from "../model/parsed-element.ts";
import { isRecord, type Path, textOf, valueAt } from "../model/paths.ts";
import { useKinds } from "../use-kinds.ts";

type Samples = Readonly<Record<string, string>>;

/** The request to the provider for sample values, created by the code for callers. */
export function RequestPreview({ resource }: { resource: Path | null }) {
  const t = useTranslations("builder.parameters.preview");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="min-w-0 rounded-xl border border-line"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="min-h-10 cursor-pointer rounded-xl px-4 py-2 font-medium text-sm hover:bg-code">
        {t("title")}
      </summary>
      {isOpen && <Content place={resource} />}
    </details>
  );
}

function Content({ place }: { place: Path | null }) {
  const t = useTranslations("builder.parameters.preview");
  const draft = useDeferredValue(useElement());
  const element = useMemo(() => parsedElement(draft), [draft]);
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const [samples, setSamples] = useState<Samples>({});
  const written = place ? valueAt(draft, place) : undefined;
  const own = useMemo(() => resourceAt(written), [written]);
  const resource = own ?? element?.resources[chosen] ?? element?.resources[0];
  if (!element || !resource) return <p className="border-line border-t p-4 text-muted text-sm">{t("nothing")}</p>;
  const parameters = [...element.parameters, ...resource.parameters];
  const ofRequest = parameters.filter((parameter) => !isOfResponse(parameter, parameters, resource.type));
  const inputs = sampleInputs(ofRequest, resource.path);
  const hasHooks = element.hooks.length + resource.hooks.length > 0;
  return (
    <div className="grid min-w-0 gap-4 border-line border-t p-4 lg:grid-cols-2">
      <div className="grid min-w-0 content-start gap-3">
        {!place && (
          <div className="grid gap-1.5">
            <FieldLabel id={id} label={t("resource")} />
            <select
              id={id}
              value={chosen}
              onChange={({ target }) => setChosen(Number(target.value))}
              className={INPUT_LOOK}
            >
              {element.resources.map(({ method, path }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: resources are known by their positions
                <option key={at} value={at}>
                  {method} {withoutHub(path)}
                </option>
              ))}
            </select>
          </div>
        )}
        <p className="text-muted text-sm">{t(inputs.length > 0 ? "samples" : "noSamples")}</p>
        {inputs.map((input) => (
          <SampleField
            key={idOf(input)}
            input={input}
            value={samples[idOf(input)] ?? input.sample}
            onChange={(value) => setSamples((before) => ({ ...before, [idOf(input)]: value }))}
          />
        ))}
      </div>
      <Sent
        element={element}
        resource={resource}
        values={inputs.map((input) => ({ ...input, value: samples[idOf(input)] ?? input.sample }))}
        hasHooks={hasHooks}
      />
    </div>
  );
}

const idOf = ({ type, name }: SampleInput) => `${type} ${name}`;

const resourceAt = (value: unknown): Resource | undefined =>
  isRecord(value) ? resourceSchema.safeParse({ ...value, path: textOf(value.path) || "/" }).data : undefined;

function SampleField({
  input: { type, name, required },
  value,
  onChange,
}: {
  input: SampleInput;
  value: string;
  onChange: (value: string) => void;
}) {
  const kinds = useKinds();
  return (
    <TextField
      label={cutText(name, 60) || kinds.label("place", type)}
      help={kinds.label("place", type)}
      required={required}
      value={value}
      onChange={onChange}
      autoComplete="off"
    />
  );
}

type SentProps = {
  element: Element;
  resource: Resource;
  values: Parameters<typeof previewRequest>[2]["values"];
  hasHooks: boolean;
};

function Sent({ element, resource, values, hasHooks }: SentProps) {
  const t = useTranslations("builder.parameters.preview");
  const [preview, setPreview] = useState<Preview>();
  const key = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: values are compared by their content
  useEffect(() => {
    let isCurrent = true;
    void previewRequest(element, resource, { values, now: new Date() }).then((shown) => isCurrent && setPreview(shown));
    return () => {
      isCurrent = false;
    };
  }, [element, resource, key]);
  return (
    <section aria-label={t("request")} aria-live="polite" className="grid min-w-0 content-start gap-2">
      {preview?.ok === false && <p className="break-words text-failure text-sm">{preview.message}</p>}
      {preview?.ok && (
        <pre className="min-w-0 overflow-x-auto whitespace-pre-wrap break-all rounded-lg bg-code p-3 font-mono text-xs">
          {written(preview.request)}
        </pre>
      )}
      {hasHooks && <p className="text-muted text-sm">{t("hooks")}</p>}
    </section>
  );
}

function written({ method, url, headers, body }: Extract<Preview, { ok: true }>["request"]): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...lines, ...(body === "" ? [] : ["", body])].join("\n");
}
