import type { Input, TestedOperation } from "../model/tested-operations.ts";

/** A person's input: values by place and name, and the text of the body. */
export type Filled = { inputs: Readonly<Record<string, string>>; body: string };

export const inputKey = ({ place, name }: Pick<Input, "place" | "name">): string => `${place} ${name}`;

export const NOTHING_FILLED: Filled = { inputs: {}, body: "" };

/** The names of required inputs that are empty. */
export const missingInputs = ({ inputs }: TestedOperation, filled: Filled): string[] =>
  inputs.filter((input) => input.isRequired && !filled.inputs[inputKey(input)]).map(({ name }) => name);

/** The request of the filled form; empty inputs are left out. Throws for a body that is not JSON. */
export function requestOf({ method, path, inputs, takesBody }: TestedOperation, filled: Filled) {
  const filledIn = (input: Input) => filled.inputs[inputKey(input)] ?? "";
  const valuesIn = (place: Input["place"]) =>
    Object.fromEntries(
      inputs.flatMap((input) =>
        input.place === place && filledIn(input) !== "" ? [[input.name, filledIn(input)]] : [],
      ),
    );
  const form = valuesIn("form");
  const hasForm = Object.keys(form).length > 0;
  const text = filled.body.trim();
  const body = hasForm ? `${new URLSearchParams(form)}` : takesBody && text !== "" ? JSON.parse(text) : undefined;
  return {
    method,
    path: path.replaceAll(/\{([^{}/]+)\}/g, (_, name: string) =>
      encodeURIComponent(filled.inputs[inputKey({ place: "path", name })] ?? ""),
    ),
    query: valuesIn("query"),
    headers: {
      ...(hasForm && { "content-type": "application/x-www-form-urlencoded" }),
      ...valuesIn("header"),
    },
    ...(body !== undefined && { body: body as unknown }),
  };
}
