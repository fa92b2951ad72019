type Value = { key: string; value: string };
export type ValueTab = { label: string; values: Value[] };

/**
 * Sorts the values of a step into tabs: the error first when there is one, then what it answered, then its request
 * and the reply of whom it asked. The values of a trigger are what the run was given: its input.
 */
export function valuesByTab(stepType: string, values: readonly Value[], error: string | null): ValueTab[] {
  const within = (prefix: string) =>
    values
      .filter(({ key }) => key.startsWith(`${prefix}.`))
      .map(({ key, value }) => ({ key: key.slice(prefix.length + 1), value }));
  const [request, response] = [within("request"), within("response")];
  const others = values.filter(({ key }) => key !== "error" && !/^(request|response)\./.test(key));
  const said = error ?? values.find(({ key }) => key === "error")?.value;
  const tabs: ValueTab[] = [
    { label: "Error", values: said ? [{ key: "What went wrong", value: said }] : [] },
    { label: "Response", values: bodyFirst(response) },
    { label: "Request", values: bodyFirst(request) },
    { label: stepType === "trigger" ? "Input" : "Output", values: others },
  ];
  const filled = tabs.filter((tab) => tab.values.length > 0);
  return filled.length > 0 ? filled : tabs.slice(-1);
}

/** The code and the body are what people look for; headers come last. */
const bodyFirst = (values: Value[]): Value[] => values.toSorted((one, other) => rank(one) - rank(other));

const RANKS = ["method", "url", "uri", "path", "code", "query", "body"];
const rank = ({ key }: Value) => (RANKS.includes(key) ? RANKS.indexOf(key) : key === "headers" ? 99 : 50);
