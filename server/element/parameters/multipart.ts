import { isRecord } from "../bare-record.ts";
import { isFilePart } from "../ports.ts";
import { partsOf } from "../provider/form-parts.ts";
import { definePlace } from "./place.ts";
import { putFormField, readFormField } from "./read-form-field.ts";

/** A part of a `multipart/form-data` body: a file passes through as it comes. The fields of an object are
 * parts of their own, lists in them repeated parts, and objects in them JSON. */
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
  write: (name) => (call, value) => {
    const fields = isRecord(value) && !isFilePart(value) ? Object.entries(value) : [[name, value] as const];
    for (const [field, inner] of fields) call.parts.push(...partsOf(field, inner));
  },
});
