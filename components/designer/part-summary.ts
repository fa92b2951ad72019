import { describeCron } from "#server/formula/cron-words.ts";
import type { DraftStep, DraftTrigger, PartRef } from "./draft.ts";

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

const STEPS: Partial<Record<string, (properties: Record<string, unknown>) => string>> = {
  elementRequest: call,
  request: call,
  httpRequest: call,
  script: ({ body }) => codeLine(body),
  filter: ({ body }) =>
    text(body)
      .match(/done\((.*)\)/s)?.[1]
      ?.trim() ?? codeLine(body),
  notification: ({ body }) => codeLine(body),
  loop: ({ list }) => (text(list) ? `over ${text(list)}` : ""),
  formula: ({ formulaId }) => (text(formulaId) ? `formula ${text(formulaId)}` : ""),
  amqpRequest: ({ queue }) => (text(queue) ? `to ${text(queue)}` : ""),
  elementRequestStream: ({ downloadElementInstanceId: from, uploadElementInstanceId: to }) =>
    from || to ? `${place(from) || "?"} → ${place(to) || "?"}` : "",
  retryFormulaExecution: ({ retryAttempts }) => `at most ${text(retryAttempts) || 7} times`,
};

const TRIGGERS: Partial<Record<string, (properties: Record<string, unknown>) => string>> = {
  event: ({ elementInstanceId }) => (elementInstanceId ? `at ${place(elementInstanceId)}` : ""),
  elementRequest: call,
  scheduled: ({ cron }) => cronWords(text(cron)),
  manual: () => "when the API asks for it",
};

/** What a part does, in the one line that its box has room for; empty when it says nothing yet. */
export const partSummary = (ref: PartRef, { type, properties }: DraftStep | DraftTrigger): string =>
  (("trigger" in ref ? TRIGGERS : STEPS)[type]?.(properties) ?? "").replace(/\s+/g, " ");

function cronWords(cron: string): string {
  try {
    return cron ? describeCron(cron) : "";
  } catch {
    return cron;
  }
}
