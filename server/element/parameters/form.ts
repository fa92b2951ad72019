import { writeFormField } from "./body.ts";
import { definePlace } from "./place.ts";
import { putFormField, readFormField } from "./read-form-field.ts";

/** A field of a form; an object's fields become fields of their own. With a file among them it is sent as multipart. */
export const form = definePlace({
  type: "form",
  label: "form field",
  summary: "A field of a form that is sent as application/x-www-form-urlencoded.",
  phrase: "the form field <name></name>",
  putSample: putFormField,
  body: "formField",
  bringsFiles: true,
  keepsFiles: true,
  swagger: () => "formData",
  fromOpenApi: ({ in: place, isFile }) => place === "formData" && !isFile,
  read: readFormField,
  write: (name) => (call, value) => writeFormField(call, name, value),
});
