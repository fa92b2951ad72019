import { parseExactJson } from "#server/exact-json.ts";
import { isRecord } from "../bare-record.ts";
import { isFilePart } from "../ports.ts";
import { partsOf } from "../provider/form-parts.ts";
import { definePlace } from "./place.ts";
import { putFormField, readFormField } from "./read-form-field.ts";

/**
 * A part of a `multipart/form-data` body: a file passes through as it comes. The fields of an object are parts of their
 * own, lists in them repeated parts, and objects in them JSON. Forms have only text: where the provider takes an object,
 * JSON in it is one, and JSON of a list is a list.
 */
export const multipart = definePlace({
  type: "multipart",
  label: "part of the form",
  summary: "A part of a multipart/form-data body. The name file stands for an uploaded file.",
  phrase: "the part <name></name> of the form",
  putSample: putFormField,
  bringsFiles: true,
  keepsFiles: true,
  swagger: () => "formData",
  fromOpenApi: ({ isFile }) => isFile,
  read: readFormField,
  write:
    (name, { hasFields }) =>
    (call, value) => {
      if (hasFields) call.parts.push(...partsOf(name, objectsIn(value)));
      else if (isRecord(value) && !isFilePart(value))
        for (const [field, inner] of Object.entries(value)) call.parts.push(...partsOf(field, inner));
      else call.parts.push(...partsOf(name, value));
    },
});

/** Text that is no JSON stays as it is. */
function objectsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
}
