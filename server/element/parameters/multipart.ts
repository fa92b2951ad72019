import { asText, isRecord } from "../bare-record.ts";
import { isFilePart } from "../ports.ts";
import { definePlace } from "./place.ts";
import { putFormField, readFormField } from "./read-form-field.ts";

/** A part of a `multipart/form-data` body: a file passes through as it comes, anything else is text. */
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
    if (isFilePart(value)) call.parts.push([name, value]);
    else if (isRecord(value))
      for (const [field, inner] of Object.entries(value))
        call.parts.push([field, isFilePart(inner) ? inner : asText(inner)]);
    else call.parts.push([name, asText(value)]);
  },
});
