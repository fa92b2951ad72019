"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PairsField } from "../../fields/pairs-field.tsx";
import type { PartRef } from "../model/draft.ts";
import { TemplateField } from "./template-field.tsx";

type Props = {
  at: PartRef;
  label: string;
  help: string;
  value: unknown;
  onChange: (headers: Record<string, string> | undefined) => void;
  /** The same headers as JSON, for those that rows cannot show. */
  json: ReactNode;
};

/** The headers of a request, each as a name and a value with references. */
export function HeadersField({ at, ...props }: Props) {
  const t = useTranslations("designer.headers");
  const texts = {
    name: (row: { number: string }) => t("name", row),
    value: (row: { number: string }) => t("value", row),
    remove: (row: { number: string }) => t("remove", row),
    add: t("add"),
    example: t("example"),
  };
  return <PairsField {...props} texts={texts} renderValue={(field) => <TemplateField at={at} {...field} />} />;
}
