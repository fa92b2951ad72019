import { writeFormField } from "./body.ts";
import type { Place } from "./place.ts";
import { readFormField } from "./read-form-field.ts";

/** A field of a form; an object's fields become fields of their own. With a file among them it is sent as multipart. */
export const form: Place = {
  name: "form",
  label: "form field",
  read: readFormField,
  write: (name) => (call, value) => writeFormField(call, name, value),
};
