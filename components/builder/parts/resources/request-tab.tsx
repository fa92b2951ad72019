"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { otherHostOf } from "#server/element/provider/other-host.ts";
import { withoutHub } from "#server/element/resource-path.ts";
import { DEFAULT_RESOURCE_TYPE, RESOURCE_TYPES } from "#server/element/resource-types/registry.ts";
import { STAGES, stagesOf } from "#server/element/resource-types/stages.ts";
import { METHODS, PROVIDER_METHODS } from "#server/element/shape.ts";
import { typesOf } from "#server/registry.ts";
import { TextField } from "../../../ui/text-field.tsx";
import { NumberEntry, SelectEntry, Sought, TextEntry } from "../../fields/fields.tsx";
import { useBuilder, useElement, useValue } from "../../model/builder.ts";
import { keptPath, type Operation, withRenamedChains } from "../../model/operations.ts";
import { listAt, setAt, textOf } from "../../model/paths.ts";
import { useProblemAt } from "../../model/problems.tsx";
import { useOperations } from "../../model/use-operations.ts";
import { useKinds } from "../../use-kinds.ts";
import { Lifecycle } from "./lifecycle.tsx";

/** By their stages; those that applications request come first. */
const TYPES = typesOf(STAGES)
  .toSorted((one, other) => Number(STAGES[other].isOpen ?? false) - Number(STAGES[one].isOpen ?? false))
  .flatMap((stage) => typesOf(RESOURCE_TYPES).filter((type) => stagesOf(type)[0] === stage));

/** How the operation is requested, what is sent to the provider, and when it runs. */
export function RequestTab({ operation }: { operation: Operation }) {
  const t = useTranslations("builder.resources");
  const { label, summary } = useKinds();
  const edit = useBuilder((builder) => builder.edit);
  const operations = useOperations();
  const { at, type } = operation;
  const place = ["resources", at] as const;

  return (
    <div className="grid max-w-4xl gap-5">
      <div className="grid items-start gap-3 @md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <fieldset className="grid gap-4 rounded-xl border border-line p-4">
          <legend className="px-1 font-medium text-sm">{t("ours")}</legend>
          <SelectEntry
            path={[...place, "method"]}
            label={t("method")}
            options={METHODS.map((value) => ({ value, label: value }))}
            otherwise="GET"
            onChange={(method) =>
              edit((draft) =>
                withRenamedChains(setAt(draft, [...place, "method"], method), operation, { ...operation, method }),
              )
            }
          />
          <PathField operation={operation} />
        </fieldset>
        <ArrowRight aria-hidden="true" className="mx-auto size-5 self-center text-muted max-@md:rotate-90" />
        <fieldset className="grid gap-4 rounded-xl border border-line p-4">
          <legend className="px-1 font-medium text-sm">{t("theirs")}</legend>
          <SelectEntry
            path={[...place, "vendorMethod"]}
            label={t("vendorMethod")}
            options={[
              { value: "", label: t("sameMethod", { method: operation.method }) },
              ...PROVIDER_METHODS.map((value) => ({ value, label: value })),
            ]}
          />
          <TextEntry
            path={[...place, "vendorPath"]}
            label={t("vendorPath")}
            help={t("providerPathHelp")}
            placeholder={t("providerPathExample")}
            required={false}
          />
        </fieldset>
      </div>
      <Address operation={operation} />
      <SelectEntry
        path={[...place, "type"]}
        label={t("type")}
        otherwise={DEFAULT_RESOURCE_TYPE.type}
        options={TYPES.map((value) => ({
          value,
          label: label("resourceType", value),
          help: summary("resourceType", value),
          group: stagesOf(value)
            .slice(0, 1)
            .map((stage) => label("stage", stage))
            .join(),
        }))}
      />
      {RESOURCE_TYPES[type].respond && (
        <NumberEntry path={[...place, "formulaId"]} label={t("formulaId")} help={t("formulaIdHelp")} />
      )}
      <details className="rounded-xl border border-line p-4">
        <summary className="font-medium text-sm">{t("lifecycle.title")}</summary>
        <div className="mt-4">
          <Lifecycle operations={operations} selected={operation} />
        </div>
      </details>
    </div>
  );
}

/** Our path without its hub. Chains that name it are renamed once it is complete. */
function PathField({ operation }: { operation: Operation }) {
  const t = useTranslations("builder.resources");
  const place = ["resources", operation.at, "path"];
  const stored = textOf(useValue(place));
  const problem = useProblemAt(place);
  const set = useBuilder((builder) => builder.set);
  const edit = useBuilder((builder) => builder.edit);
  const before = useRef(operation);
  return (
    <Sought path={place}>
      <TextField
        label={t("path")}
        help={t("pathHelp")}
        placeholder={t("pathExample")}
        value={withoutHub(stored)}
        problem={problem}
        autoComplete="off"
        onFocus={() => {
          before.current = operation;
        }}
        onChange={(path) => set(place, keptPath(path, stored))}
        onBlur={() => {
          const old = before.current;
          if (old.path !== "") edit((draft) => withRenamedChains(draft, old, operation), { burst: place.join(".") });
          before.current = operation;
        }}
      />
    </Sought>
  );
}

/** The address of the provider with the base URL. */
function Address({ operation: { method, path, vendorMethod, vendorPath } }: { operation: Operation }) {
  const t = useTranslations("builder.resources");
  const element = useElement();
  const base = textOf(listAt(element, ["configuration"]).find(({ key }) => key === "base.url")?.defaultValue);
  const isWhole = /^https?:/i.test(vendorPath);
  const host = otherHostOf(vendorPath, base);
  if (!path && !vendorPath) return null;
  return (
    <p className="text-muted text-sm">
      {t.rich("becomes", {
        ours: () => <code className="break-all font-mono text-ink">{`${method} ${path}`}</code>,
        theirs: () => (
          <code className="break-all font-mono text-ink">{`${vendorMethod} ${isWhole ? "" : base}${vendorPath}`}</code>
        ),
      })}
      {host !== null && <span className="block text-waiting [overflow-wrap:anywhere]">{t("otherHost", { host })}</span>}
    </p>
  );
}
