import { findStepType } from "#server/formula/find-definition.ts";

type Value = { key: string; value: string; length: number };
/** `name` is what is left of the key in its tab. */
export type TabValue = Value & { name: string };
export type TabLabel = "Input" | "Output" | "Request" | "Response" | "Logs" | "Retries";
export type ValueTab = { label: TabLabel; values: TabValue[] };

/**
 * Sorts the values of a step into tabs, in the order people read. What its type never has is left out; the error has
 * a place of its own. The values of a trigger are what the run was given: its input.
 */
export function valuesByTab(stepType: string, values: readonly Value[]): ValueTab[] {
  const within = (prefix: string): TabValue[] =>
    values
      .filter(({ key }) => key.startsWith(`${prefix}.`))
      .map((value) => ({ ...value, name: value.key.slice(prefix.length + 1) }));
  const whole = (value: Value): TabValue => ({ ...value, name: value.key });
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

/** The tab that is open first: the reply of whom it asked, then what it answered. */
export function usualTab(tabs: ValueTab[]): TabLabel {
  const filled = (label: TabLabel) => tabs.some((tab) => tab.label === label && tab.values.length > 0);
  const order = ["Response", "Output", "Request", "Logs"] as const;
  return order.find(filled) ?? (tabs.some(({ label }) => label === "Output") ? "Output" : "Input");
}

/** The code and the body are what people look for; headers come last. */
const bodyFirst = (values: TabValue[]): TabValue[] => values.toSorted((one, other) => rank(one) - rank(other));

const RANKS = ["method", "url", "uri", "path", "code", "query", "body"];
const rank = ({ name }: TabValue) => (RANKS.includes(name) ? RANKS.indexOf(name) : name === "headers" ? 99 : 50);
