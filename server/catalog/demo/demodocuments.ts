import type { CatalogElement } from "../definition.ts";
import { dateTime, text, texts, whole } from "../fields.ts";
import { changed, type Kind, objectOf, received } from "../kind.ts";
import { configured, endpoint, file, orderBy, pages, parameter, provesAccess, returnsFile, where } from "../parts.ts";
import { demoOAuth } from "./oauth.ts";
import { PROVIDER_URL } from "./provider-url.ts";
import { demoWebhooks } from "./webhooks.ts";

const stored: Kind = {
  one: "file",
  many: "files",
  id: "id",
  created: "createdDate",
  updated: "modifiedDate",
  search: ["name", "path"],
  readOnly: ["size", "sha256", "contentType"],
  fields: {
    id: text("Id of the file"),
    name: text("Name"),
    path: text("Path, with the name"),
    size: whole("How many bytes it has"),
    sha256: text("What its bytes hash to, of uploaded files"),
    contentType: text("Content type"),
    description: text("Description"),
    tags: texts("Tags"),
    createdDate: dateTime("When it was made"),
    modifiedDate: dateTime("When it was last changed"),
  },
};

const names = { id: "The id of the file" };
const returns = received(stored);
const copied = {
  name: "fileCopy",
  properties: { path: text("Path of the copy, other than that of the file") },
  required: ["path"],
};

const webhooks = demoWebhooks({ file: "files" });

export const demodocuments: CatalogElement = {
  key: "demodocuments",
  name: "Depot (demo)",
  hub: "documents",
  description: "File storage for trying out the product: list, upload, download and copy, up to 5 GB, behind OAuth 2.",
  authentication: { type: "oauth2" },
  configuration: configured(
    "oauth2",
    {
      "base.url": `${PROVIDER_URL}/documents`,
      "pagination.type": "page",
      "pagination.page.startindex": "0",
      "pagination.max": "200",
      ...demoOAuth("documents"),
      "oauth.basic.header": "true",
      "event.vendor.type": "webhook",
    },
    webhooks.configuration,
  ),
  hooks: webhooks.hooks,
  resources: [
    provesAccess("GET /files?size=1"),
    ...webhooks.resources,
    endpoint("GET /files", "GET /files", "List files", {
      rootKey: "entries",
      parameters: [
        where("name, path, modifiedAfter"),
        parameter("query", "folder", "query", "folder", "Only files in this folder, such as /sales"),
        ...pages("page", "size"),
        orderBy("sort", "A field to sort by, and desc for the other way round"),
      ],
      lists: returns,
    }),
    endpoint("POST /files", "POST /files", "Upload a file", {
      parameters: [
        file("multipart", "file"),
        parameter(
          "query",
          "path",
          "multipart",
          "path",
          "Where the file goes, with its name; /<file name> if it is left out",
        ),
      ],
      returns,
    }),
    endpoint("GET /files/{id}", "GET /files/{id}/content", "Download a file", { names, ...returnsFile }),
    endpoint("GET /files/{id}/metadata", "GET /files/{id}", "Read what is known of a file", { names, returns }),
    endpoint("PATCH /files/{id}/metadata", "PATCH /files/{id}", "Change what is known of a file, or move it", {
      names,
      takes: changed(stored),
      returns,
    }),
    endpoint("POST /files/{id}/copy", "POST /files/{id}/copy", "Copy a file; a path that is its own is refused", {
      names,
      takes: copied,
      returns,
    }),
    endpoint("DELETE /files/{id}", "DELETE /files/{id}", "Delete a file", { names }),
    endpoint("GET /large-file", "GET /files/large", "Download bytes that are made on the way", {
      parameters: [parameter("query", "bytes", "query", "bytes", "How many, up to 5 GB", { dataType: "long" })],
    }),
    endpoint("POST /file-counts", "POST /files/sink", "Upload a file of any size, which is counted and not kept", {
      parameters: [file("body", "file")],
      returns: {
        name: "fileCount",
        properties: { size: whole("How many bytes came"), sha256: text("What they hash to") },
      },
    }),
  ],
  objects: [objectOf(stored)],
};
