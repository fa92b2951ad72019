import { defineResourceType } from "./resource-type.ts";

export const api = defineResourceType({
  type: "api",
  names: [""],
  label: "API",
  summary: "Sends a request to the provider when an application requests it.",
  isCallable: true,
  isDocumented: true,
  undocumentedAs: "apiNoDocumentation",
});

export const apiNoDocumentation = defineResourceType({
  type: "apiNoDocumentation",
  label: "API without documentation",
  summary:
    "Sends a request to the provider when an application requests it; the documentation of the element leaves it out.",
  isCallable: true,
});
