import type { METHODS } from "#server/element/shape.ts";

/** A value that the caller of an operation sets. */
export type Input = {
  place: "path" | "query" | "header" | "form" | "multipart";
  name: string;
  isRequired: boolean;
  help: string;
  /** The values to choose from, if they are known. */
  options?: readonly string[];
  isFile?: boolean;
};

/** An operation with the values that a person fills in. */
export type FormOperation = {
  method: (typeof METHODS)[number];
  path: string;
  inputs: readonly Input[];
  takesBody: boolean;
};

/** A file as it is sent with a request: `content` is in Base64. */
export type SentFile = { fileName: string; contentType: string; content: string };

/** A person's input: values and files by place and name, and the text of the body. */
export type Filled = {
  inputs: Readonly<Record<string, string>>;
  body: string;
  files?: Readonly<Record<string, SentFile>>;
};

export const inputKey = ({ place, name }: Pick<Input, "place" | "name">): string => `${place} ${name}`;

/** The search expression of the hubs, which is edited as conditions. */
export const isWhere = ({ place, name }: Pick<Input, "place" | "name">): boolean =>
  place === "query" && name === "where";

export const NOTHING_FILLED: Filled = { inputs: {}, body: "" };

/** The required inputs that are empty. */
export const missingInputs = ({ inputs }: FormOperation, filled: Filled): Input[] =>
  inputs.filter((input) => input.isRequired && !(input.isFile ? filled.files : filled.inputs)?.[inputKey(input)]);

/** The request of the filled form; empty inputs are left out. Throws for a body that is not JSON. */
export function requestOf({ method, path, inputs, takesBody }: FormOperation, filled: Filled) {
  const filledIn = (input: Input) => filled.inputs[inputKey(input)] ?? "";
  const valuesIn = (place: Input["place"]) =>
    Object.fromEntries(
      inputs.flatMap((input) =>
        input.place === place && filledIn(input) !== "" ? [[input.name, filledIn(input)]] : [],
      ),
    );
  const files = Object.fromEntries(
    inputs.flatMap((input) => {
      const file = input.isFile && filled.files?.[inputKey(input)];
      return file ? [[input.name, file]] : [];
    }),
  );
  const form = { ...valuesIn("form"), ...valuesIn("multipart"), ...files };
  const hasForm = Object.keys(form).length > 0;
  const text = filled.body.trim();
  const body = takesBody && !hasForm && text !== "" ? JSON.parse(text) : undefined;
  return {
    method,
    path: path.replaceAll(/\{([^{}/]+)\}/g, (_, name: string) =>
      encodeURIComponent(filled.inputs[inputKey({ place: "path", name })] ?? ""),
    ),
    query: valuesIn("query"),
    headers: valuesIn("header"),
    ...(hasForm && { form }),
    ...(body !== undefined && { body: body as unknown }),
  };
}
