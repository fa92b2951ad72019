import { useTranslations } from "next-intl";
import { useCronText } from "../formulas/cron-text.ts";
import type { DraftStep, DraftTrigger, PartRef } from "./draft.ts";

type Language = {
  t: ReturnType<typeof useTranslations<"designer.summary">>;
  cronText: (cron: string) => string;
};
type Told = Partial<Record<string, (properties: Record<string, unknown>, language: Language) => string>>;

const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** The variable behind `${config.crm}`, or whatever stands there. */
const place = (value: unknown) => text(value).replace(/^\$\{(?:config\.)?([^}]*)\}$/, "$1");

/** A script in one line, without its comments. */
const codeLine = (value: unknown) =>
  text(value)
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
    .trim();

const call = ({ method, api, url, elementInstanceId }: Record<string, unknown>) =>
  [text(method).toUpperCase(), text(api ?? url), elementInstanceId ? `→ ${place(elementInstanceId)}` : ""]
    .filter(Boolean)
    .join(" ");

const STEPS: Told = {
  elementRequest: call,
  request: call,
  httpRequest: call,
  script: ({ body }) => codeLine(body),
  filter: ({ body }) =>
    text(body)
      .match(/done\((.*)\)/s)?.[1]
      ?.trim() ?? codeLine(body),
  notification: ({ body }) => codeLine(body),
  loop: ({ list }, { t }) => (text(list) ? t("over", { list: text(list) }) : ""),
  formula: ({ formulaId }, { t }) => (text(formulaId) ? t("formula", { id: text(formulaId) }) : ""),
  amqpRequest: ({ queue }, { t }) => (text(queue) ? t("to", { queue: text(queue) }) : ""),
  elementRequestStream: ({ downloadElementInstanceId: from, uploadElementInstanceId: to }) =>
    from || to ? `${place(from) || "?"} → ${place(to) || "?"}` : "",
  retryFormulaExecution: ({ retryAttempts }, { t }) => t("atMost", { count: text(retryAttempts) || "7" }),
};

const TRIGGERS: Told = {
  event: ({ elementInstanceId }, { t }) => (elementInstanceId ? t("at", { connection: place(elementInstanceId) }) : ""),
  elementRequest: call,
  scheduled: ({ cron }, { cronText }) => scheduleText(text(cron), cronText),
  manual: (_, { t }) => t("manual"),
};

/** Tells what a part does, in the one line that its box has room for; empty when it says nothing yet. */
export function usePartSummary() {
  const t = useTranslations("designer.summary");
  const cronText = useCronText();
  return (ref: PartRef, { type, properties }: DraftStep | DraftTrigger): string =>
    (("trigger" in ref ? TRIGGERS : STEPS)[type]?.(properties, { t, cronText }) ?? "").replace(/\s+/g, " ");
}

function scheduleText(cron: string, cronText: Language["cronText"]): string {
  try {
    return cron ? cronText(cron) : "";
  } catch {
    return cron;
  }
}
