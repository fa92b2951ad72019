import { findStepType } from "#server/formula/find-definition.ts";
import type { SentValue, ShownValue } from "./value-frame.tsx";

/** `name` is the key without the prefix of its tab. */
export type TabValue = ShownValue;
export type TabLabel = "Input" | "Output" | "Request" | "Response" | "Logs" | "Retries";
export type ValueTab = { label: TabLabel; values: TabValue[] };

/**
 * Sorts the values of a step into tabs in reading order. Tabs that its type never fills are omitted; the error is
 * shown elsewhere. The values of a trigger are the input of the run.
 */
export function valuesByTab(stepType: string, values: readonly SentValue[]): ValueTab[] {
  const within = (prefix: string): TabValue[] =>
    values
      .filter(({ key }) => key.startsWith(`${prefix}.`))
      .map((value) => ({ ...value, name: value.key.slice(prefix.length + 1) }));
  const whole = (value: SentValue): TabValue => ({ ...value, name: value.key });
  if (stepType === "trigger") return [{ label: "Input", values: values.map(whole) }];
  const [request, response] = [within("request"), within("response")];
  const logs = values.filter(({ key }) => key === "console").map(whole);
  const others = values.filter(({ key }) => key !== "error" && key !== "console" && !/^(request|response)\./.test(key));
  const { isExchange = false, hasScript = false } = findStepType(stepType) ?? {};
  const isCall = isExchange || request.length + response.length > 0;
  return [
    { label: "Input", values: [] },
    ...(isCall && others.length === 0 ? [] : [{ label: "Output" as const, values: others.map(whole) }]),
    ...(isCall
      ? [
          { label: "Request" as const, values: bodyFirst(request) },
          { label: "Response" as const, values: bodyFirst(response) },
        ]
      : []),
    ...(hasScript || logs.length > 0 ? [{ label: "Logs" as const, values: logs }] : []),
    ...(isCall ? [{ label: "Retries" as const, values: [] }] : []),
  ];
}

/** The tab that is open by default: the response if there is one, otherwise the output. */
export function usualTab(tabs: ValueTab[]): TabLabel {
  const filled = (label: TabLabel) => tabs.some((tab) => tab.label === label && tab.values.length > 0);
  const order = ["Response", "Output", "Request", "Logs"] as const;
  return order.find(filled) ?? (tabs.some(({ label }) => label === "Output") ? "Output" : "Input");
}

/** Shows the status code and the body before the headers. */
const bodyFirst = (values: TabValue[]): TabValue[] => values.toSorted((one, other) => rank(one) - rank(other));

const RANKS = ["method", "url", "uri", "path", "code", "query", "body"];
const rank = ({ name }: TabValue) => (RANKS.includes(name) ? RANKS.indexOf(name) : name === "headers" ? 99 : 50);
