import { asText } from "../bare-record.ts";
import { definePlace } from "./place.ts";

/** A variable of our path; `{name}` in the provider's path or in `base.url`. */
export const path = definePlace({
  type: "path",
  label: "path variable",
  summary: "A variable of the path, written {name}; at the provider also of base.url.",
  fillsAddress: true,
  isRequired: true,
  swagger: () => "path",
  fromOpenApi: ({ in: place }) => place === "path",
  read: (name) => (incoming) =>
    Object.hasOwn(incoming.pathVariables, name) ? incoming.pathVariables[name] : undefined,
  write: (name) => (call, value) => {
    call.pathValues[name] = asText(value);
  },
});
