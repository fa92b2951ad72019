import { isObject, type Json } from "./conversion.ts";

const OTHERS: readonly { is: (document: Json) => boolean; problem: string }[] = [
  {
    is: ({ requests, order, folders, collections, version }) =>
      (Array.isArray(requests) && (Array.isArray(order) || Array.isArray(folders))) ||
      (Array.isArray(collections) && version === 1),
    problem: "is a Postman collection 1. Versions 2.0 and 2.1 are read: export it as Collection v2.1.",
  },
  {
    is: (document) => "_postman_variable_scope" in document,
    problem: "is an environment of Postman: export a collection.",
  },
  { is: (document) => "asyncapi" in document, problem: "is an AsyncAPI description, which describes no requests." },
  {
    is: (document) => document._type === "export" && "__export_format" in document,
    problem: "is an export of Insomnia. Export a HAR file or OpenAPI instead.",
  },
  {
    is: (document) => "discoveryVersion" in document,
    problem: "is a Google API discovery document. Convert it into OpenAPI first.",
  },
  {
    is: ({ data, __schema }) => isObject(__schema) || (isObject(data) && isObject(data.__schema)),
    problem: "is a GraphQL schema, which describes no requests. Import a Postman collection or cURL commands.",
  },
];

/** Why a description in another format is refused; undefined if it is in none that is known. */
export const problemOfFormat = (document: unknown): string | undefined =>
  isObject(document) ? OTHERS.find(({ is }) => is(document))?.problem : undefined;
