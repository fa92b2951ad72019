"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cutText } from "#server/cut-text.ts";
import { converterOf } from "#server/element/converters/registry.ts";
import { converterBetween } from "#server/element/data-types/converter-between.ts";
import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import { PLACES } from "#server/element/parameters/registry.ts";
import type { Parameter } from "#server/element/shape.ts";
import { useKinds } from "../use-kinds.ts";
import type { ReadParameter } from "./use-parameters.ts";

const LONGEST_NAME = 80;

/** Describes a parameter in one sentence. */
export function ParameterSentence({ read }: { read: NonNullable<ReadParameter> }) {
  const t = useTranslations("builder.parameters.sentence");
  const kinds = useKinds();
  const { parameter, isOfResponse } = read;
  const { name, vendorName, type, vendorType } = parameter;
  const phrases = {
    ours: () => <Phrase type={type} name={name || (isOfResponse ? vendorName : "")} />,
    theirs: () => <Phrase type={vendorType} name={vendorName || name} />,
  };
  const converter = isOfResponse ? undefined : converterOf(parameter);
  if (converter) return t.rich("converter", { ...phrases, summary: kinds.summary("converter", converter.type) });
  return t.rich(sentenceOf(read), { ...phrases, conversion: conversionOf(parameter, isOfResponse) });

  function conversionOf({ dataType, vendorDataType }: Parameter, isBack: boolean): string {
    const [from, to] = isBack ? [vendorDataType, dataType] : [dataType, vendorDataType];
    if (!to || !converterBetween("", from, to)) return "";
    const label = (called: string) => kinds.label("dataType", dataTypeNamed(called)?.type ?? called);
    return from && dataTypeNamed(from) !== dataTypeNamed(to)
      ? t("converted", { from: label(from), to: label(to) })
      : t("as", { to: label(to) });
  }
}

function sentenceOf({ parameter: { type, vendorType }, isOfResponse }: NonNullable<ReadParameter>) {
  const [ours, theirs] = [PLACES[type], PLACES[vendorType]];
  if (isOfResponse) return ours.isStored ? "responseStored" : "response";
  if (theirs.isForHooks) return "forHooks";
  if (ours.isLiteral) return "literal";
  return theirs.isStored ? "stored" : "request";
}

function Phrase({ type, name }: { type: string; name: string }): ReactNode {
  const t = useTranslations("element-kinds");
  const short = name.length > LONGEST_NAME ? `${cutText(name, LONGEST_NAME)} …` : name;
  return t.rich(`place/${type}/phrase`, {
    name: () => <code className="break-all rounded bg-code px-1 font-mono text-xs">{short || "?"}</code>,
  });
}
