import { asText } from "../bare-record.ts";
import { definePlace } from "./place.ts";

/** A variable of our path; `{name}` in the provider's path or in `base.url`. */
export const path = definePlace({
  type: "path",
  label: "path variable",
  summary: "A variable of the path, written {name}; at the provider also of base.url.",
  phrase: "the path variable <name></name>",
  lacks: (name, { path }) =>
    path === null || path.includes(`{${name}}`) ? undefined : `The path has no {${name}}: ${path}`,
  drops: (name, { vendorPath, baseUrl }) =>
    vendorPath === null || `${baseUrl} ${vendorPath}`.includes(`{${name}}`)
      ? undefined
      : `Neither the provider's path nor the base URL has {${name}}: ${vendorPath || "the path is empty"}`,
  putSample: (sample, name, text) => {
    sample.pathVariables[name] = text;
  },
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
