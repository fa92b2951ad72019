import { defineResourceType } from "./resource-type.ts";

export const api = defineResourceType({
  type: "api",
  names: [""],
  label: "API",
  summary: "Sends a request to the provider when an application requests it.",
  isCallable: true,
  isDocumented: true,
});

export const apiNoDocumentation = defineResourceType({
  type: "apiNoDocumentation",
  label: "API No Documentation",
  summary: "Like api, but the documentation of the element does not describe it.",
  isCallable: true,
});
