import { parseDataPath, readField } from "./data-path.ts";
import { definePlace } from "./place.ts";

/** The response of the previous resource in the chain. */
export const prevBody = definePlace({
  type: "prevBody",
  label: "reply of the previous resource",
  summary: "The response of the previous resource in the chain.",
  side: "caller",
  read: () => (incoming) => incoming.previous?.body,
});

/** A field of it. */
export const prevBodyField = definePlace({
  type: "prevBodyField",
  label: "field of the previous resource's reply",
  summary: "A field of the response of the previous resource in the chain.",
  side: "caller",
  read: (name) => {
    const path = parseDataPath(name);
    return (incoming) => readField(incoming.previous?.body, name, path);
  },
});
