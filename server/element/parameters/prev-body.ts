import { parseDataPath, readField } from "./data-path.ts";
import type { Place } from "./place.ts";

/** The response of the previous resource in the chain. */
export const prevBody: Place = {
  name: "prevBody",
  label: "reply of the previous resource",
  read: () => (incoming) => incoming.previous?.body,
};

/** A field of it. */
export const prevBodyField: Place = {
  name: "prevBodyField",
  label: "field of the previous resource's reply",
  read: (name) => {
    const path = parseDataPath(name);
    return (incoming) => readField(incoming.previous?.body, name, path);
  },
};
