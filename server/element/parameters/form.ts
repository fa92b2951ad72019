import { writeFormField } from "./body.ts";
import { definePlace } from "./place.ts";
import { readFormField } from "./read-form-field.ts";

/** A field of a form; an object's fields become fields of their own. With a file among them it is sent as multipart. */
export const form = definePlace({
  type: "form",
  label: "form field",
  bringsFiles: true,
  keepsFiles: true,
  read: readFormField,
  write: (name) => (call, value) => writeFormField(call, name, value),
});
