import type { Path } from "./paths.ts";

/** The labels of fields of the element itself, below `builder` in the messages, by their paths. */
const OF_ELEMENT = {
  name: "info.name",
  key: "info.key",
  description: "info.description",
  hub: "info.hub",
  image: "info.image",
  configDescription: "info.configDescription",
  signupURL: "info.signupUrl",
  "elementMetadata.api.vendorDocumentationUrl": "info.providerDocs",
  "authentication.type": "authentication.type",
} as const;

/** The labels of fields of an item, by the list and the name. */
const OF_ITEMS = {
  "resources.method": "resources.method",
  "resources.path": "resources.path",
  "resources.vendorMethod": "resources.vendorMethod",
  "resources.vendorPath": "resources.vendorPath",
  "resources.type": "resources.type",
  "resources.formulaId": "resources.formulaId",
  "resources.nextPageKey": "resources.paging.nextPageKey",
  "configuration.key": "configuration.fields.key",
  "configuration.name": "configuration.fields.name",
  "configuration.description": "configuration.fields.description",
  "configuration.type": "configuration.fields.type",
} as const;

type Label = (typeof OF_ELEMENT)[keyof typeof OF_ELEMENT] | (typeof OF_ITEMS)[keyof typeof OF_ITEMS];

/** The key of the label that the form shows for a field of the element itself. */
export const elementLabel = (path: Path): Label | undefined =>
  (OF_ELEMENT as Readonly<Record<string, Label>>)[path.join(".")];

/** The key of the label that the form shows for a field of an item. */
export const itemLabel = ([list, , field]: Path): Label | undefined =>
  (OF_ITEMS as Readonly<Record<string, Label>>)[`${list}.${field}`];
