"use client";

import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import { CONVERTERS } from "#server/element/converters/registry.ts";
import { DATA_TYPES } from "#server/element/data-types/registry.ts";
import { PARAMETER_TYPES, PLACES, VENDOR_TYPES } from "#server/element/parameters/registry.ts";
import { typesOf } from "#server/registry.ts";
import { AreaEntry, type Option, SelectEntry, SwitchEntry, TextEntry } from "../fields/fields.tsx";
import { useBuilder, useValue } from "../model/builder.ts";
import { isRecord, type Path, textOf } from "../model/paths.ts";
import { useKinds } from "../use-kinds.ts";
import type { ReadParameter, Surroundings } from "./use-parameters.ts";

type Props = { path: Path; read: ReadParameter; surroundings: Surroundings };

/** The fields of one parameter: our side, the provider's side, and the conversion between them. */
export function ParameterForm({ path, read, surroundings: { resource } }: Props) {
  const t = useTranslations("builder.parameters.fields");
  const kinds = useKinds();
  const value = useValue(path);
  const written = isRecord(value) ? value : {};
  const isBack = read?.isOfResponse ?? written.source === "response";
  const ours = PARAMETER_TYPES.filter((type) => (isBack ? PLACES[type].writeReply : PLACES[type].read));
  const theirs = VENDOR_TYPES.filter((type) => (isBack ? PLACES[type].readReply : PLACES[type].write));
  const place = read && PLACES[read.parameter.type];
  const theirPlace = read && PLACES[read.parameter.vendorType];
  const types: Option[] = [
    { value: "", label: t("anyType"), help: t("anyTypeHelp") },
    ...kinds.options("dataType", typesOf(DATA_TYPES)),
    ...modelsOf(resource?.model).map((model) => ({ value: model, label: model, help: t("isModel") })),
  ];
  const converters: Option[] = [
    { value: "", label: t("noConverter"), help: t("noConverterHelp") },
    ...kinds.options("converter", typesOf(CONVERTERS)),
  ];
  return (
    <>
      <Source path={path} isBack={isBack} />
      <div className="grid gap-4 lg:grid-cols-2">
        <fieldset className="grid min-w-0 content-start gap-4 rounded-xl border border-line p-4">
          <legend className="px-1 font-medium text-sm">{t("ours")}</legend>
          <SelectEntry path={[...path, "type"]} label={t("place")} options={kinds.options("place", ours)} required />
          {place?.isLiteral ? (
            <AreaEntry path={[...path, "name"]} label={t("value")} help={t("valueHelp")} required />
          ) : (
            <TextEntry
              path={[...path, "name"]}
              label={t("name")}
              help={place?.isNameless ? t("bodyNameHelp") : undefined}
              required={!place?.isNameless}
            />
          )}
          <SelectEntry path={[...path, "dataType"]} label={t("dataType")} options={types} required={false} />
        </fieldset>
        <fieldset className="grid min-w-0 content-start gap-4 rounded-xl border border-line p-4">
          <legend className="px-1 font-medium text-sm">{t("theirs")}</legend>
          <SelectEntry
            path={[...path, "vendorType"]}
            label={t("place")}
            options={kinds.options("place", theirs)}
            required
          />
          <TextEntry
            path={[...path, "vendorName"]}
            label={t("name")}
            help={t("theirNameHelp")}
            placeholder={cutText(textOf(written.name), 100)}
            required={false}
          />
          <SelectEntry path={[...path, "vendorDataType"]} label={t("dataType")} options={types} required={false} />
        </fieldset>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        {(place?.body === "whole" || theirPlace?.body === "whole") && (
          <TextEntry path={[...path, "model"]} label={t("model")} help={t("modelHelp")} required={false} />
        )}
        {!isBack && (
          <SelectEntry path={[...path, "converter"]} label={t("converter")} options={converters} required={false} />
        )}
        <TextEntry path={[...path, "description"]} label={t("description")} required={false} />
      </div>
      {!isBack && <SwitchEntry path={[...path, "required"]} label={t("required")} help={t("requiredHelp")} />}
    </>
  );
}

/** Whether the parameter is of the request or of the response. */
function Source({ path, isBack }: { path: Path; isBack: boolean }) {
  const t = useTranslations("builder.parameters.fields");
  const set = useBuilder((builder) => builder.set);
  return (
    <fieldset className="flex w-fit flex-wrap rounded-lg border border-line p-0.5">
      <legend className="sr-only">{t("source")}</legend>
      {([false, true] as const).map((isResponse) => (
        <button
          key={String(isResponse)}
          type="button"
          aria-pressed={isBack === isResponse}
          onClick={() => set([...path, "source"], isResponse ? "response" : "request")}
          className="min-h-8 rounded-md px-3 text-muted text-sm hover:text-ink aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-accent"
        >
          {t(isResponse ? "ofResponse" : "ofRequest")}
        </button>
      ))}
    </fieldset>
  );
}

const modelsOf = (
  model: { swagger?: object | undefined; requestSwagger?: object | undefined } | undefined,
): string[] => [...new Set([...Object.keys(model?.requestSwagger ?? {}), ...Object.keys(model?.swagger ?? {})])];
