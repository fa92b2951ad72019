import { isRecord } from "#server/element/bare-record.ts";
import { asSchema, type Definitions, type Schema } from "#server/element/definition/model-from-samples.ts";
import type { WhereColumn } from "../fields/where/where-rows.ts";
import { type BodyField, controlOf, modelFields } from "./body-fields.ts";
import { type DocumentedOperation, responseRecord } from "./response-record.ts";

/** The inputs of an operation as fields of forms. */
export type OperationForm = {
  path: readonly BodyField[];
  /** Without `where`. */
  query: readonly BodyField[];
  /** The fields that a `where` can be about; undefined if the operation takes none. */
  where: readonly WhereColumn[] | undefined;
  takesBody: boolean;
  /** Undefined if only JSON can show the body. */
  body: readonly BodyField[] | undefined;
};

const ROOT = "#root";

/** The forms of the parameters and of the request model. */
export function operationForm({ operation, definitions }: DocumentedOperation): OperationForm {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters.filter(isRecord) : [];
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const query = inPlace("query");
  const body = asSchema(inPlace("body")[0]?.schema);
  return {
    path: inPlace("path").map((parameter) => fieldOf(parameter, true)),
    query: query
      .filter(({ name }) => name !== "where")
      .map((parameter) => fieldOf(parameter, parameter.required === true)),
    where: query.some(({ name }) => name === "where") ? columnsOf(operation, definitions) : undefined,
    takesBody: body !== undefined,
    body: body && modelFields({ ...definitions, [ROOT]: body }, ROOT),
  };
}

function fieldOf(parameter: Schema, isRequired: boolean): BodyField {
  const name = String(parameter.name);
  const options = Array.isArray(parameter.enum) ? parameter.enum.filter((one) => typeof one === "string") : [];
  const help = typeof parameter.description === "string" ? parameter.description : "";
  const control = options.length > 0 ? "choice" : controlOf(parameter);
  return { name, path: [name], isRequired, help, control, options, fields: [] };
}

/** The fields of the records in the response. */
function columnsOf(operation: Schema, definitions: Definitions): WhereColumn[] {
  const { record } = responseRecord(operation);
  if (!record) return [];
  const fields = modelFields({ ...definitions, [ROOT]: record }, ROOT) ?? [];
  return fields.flatMap(({ name, control }): WhereColumn[] => {
    if (control === "number" || control === "boolean" || control === "text") return [{ name, kind: control }];
    return control === "choice" ? [{ name, kind: "text" }] : [];
  });
}
