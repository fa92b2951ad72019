import type { Incoming } from "../call/incoming.ts";

/** A field of our caller's form; `file` is the upload, also where it is the whole body. */
export const readFormField =
  (name: string) =>
  ({ form, stream }: Incoming): unknown =>
    form && Object.hasOwn(form, name) ? form[name] : name === "file" ? stream : undefined;
