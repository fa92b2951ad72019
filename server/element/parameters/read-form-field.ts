import type { Incoming } from "../incoming.ts";
import type { SampleRequest } from "./place.ts";

/** A field of our caller's form; `file` is the upload, also if it is the whole body. */
export const readFormField =
  (name: string) =>
  ({ form, stream }: Incoming): unknown =>
    form && Object.hasOwn(form, name) ? form[name] : name === "file" ? stream : undefined;

export const putFormField = (sample: SampleRequest, name: string, text: string): void => {
  sample.form[name] = text;
};
