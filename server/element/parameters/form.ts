import { Failure } from "../../errors.ts";
import { isFilePart } from "../ports.ts";
import { writeFormField } from "./body.ts";
import type { Place } from "./place.ts";
import { readFormField } from "./read-form-field.ts";

/** A field of an `application/x-www-form-urlencoded` body; an object's fields become fields of their own. */
export const form: Place = {
  name: "form",
  label: "form field",
  read: readFormField,
  write: (name) => (call, value) => {
    // Such a body cannot hold a file: the file is then all of it.
    if (!isFilePart(value)) writeFormField(call, name, value);
    else if (call.body === undefined) call.body = value;
    else throw new Failure("badRequest", `${name}: a file cannot stand beside other form fields; use multipart.`);
  },
};
