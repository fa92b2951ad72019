import { type BodyField, modelFields } from "./body-fields.ts";
import { type DocumentedOperation, responseRecord } from "./response-record.ts";

/** The response of an operation by its model, which is known before the first request. */
export type ResponseModel = {
  /** The values below the body, by their paths: `.email`, or `[0].email` of a list. */
  values: readonly { path: string; control: BodyField["control"]; help: string }[];
  /** A body of this form. */
  sample: unknown;
};

const ROOT = "#root";

/** The model of the response of an operation; undefined if it documents none. */
export function responseModel({ operation, definitions }: DocumentedOperation): ResponseModel | undefined {
  const { record, isList } = responseRecord(operation);
  const fields = record && modelFields({ ...definitions, [ROOT]: record }, ROOT);
  if (!fields || fields.length === 0) return undefined;
  const sample = sampleOf(fields);
  return { values: valuesOf(fields, isList ? "[0]" : ""), sample: isList ? [sample] : sample };
}

const valuesOf = (fields: readonly BodyField[], root: string): ResponseModel["values"][number][] =>
  fields.flatMap(({ path, control, help, fields: inner }) => [
    { path: `${root}${path.map(keyIn).join("")}`, control, help },
    ...valuesOf(inner, root),
  ]);

/** Names that are no identifiers are put in brackets, as references have them. */
const keyIn = (name: string) => (/^[\w$-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

const SAMPLES: Record<BodyField["control"], unknown> = {
  text: "text",
  number: 1,
  boolean: true,
  choice: "",
  texts: ["text"],
  json: null,
  object: {},
};

const sampleOf = (fields: readonly BodyField[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(({ name, control, options, fields: inner }) => [
      name,
      control === "object" ? sampleOf(inner) : control === "choice" ? options[0] : SAMPLES[control],
    ]),
  );
