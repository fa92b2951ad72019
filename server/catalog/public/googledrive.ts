import type { CatalogElement } from "../definition.ts";
import { dateTime, flag, groups, text, texts } from "../fields.ts";
import { hubFields } from "../hub-fields.ts";
import { HUBS } from "../hubs.ts";
import { type Kind, objectOf, received } from "../kind.ts";
import {
  always,
  configured,
  cursors,
  endpoint,
  file,
  orderBy,
  parameter,
  preRequest,
  provesAccess,
  returnsFile,
  whereByHook,
} from "../parts.ts";

const fields =
  "id,name,mimeType,description,starred,trashed,parents,size,md5Checksum,webViewLink,createdTime,modifiedTime,owners(displayName,emailAddress)";

const stored: Kind = {
  one: "file",
  many: "files",
  id: "id",
  created: "createdTime",
  updated: "modifiedTime",
  search: ["name", "mimeType", "fullText", "trashed", "starred", "parents", "modifiedTime"],
  fields: {
    id: text("Id of the file"),
    name: text("Name"),
    mimeType: text("Content type"),
    description: text("Description"),
    starred: flag("Whether it is starred"),
    trashed: flag("Whether it is in the bin"),
    parents: texts("Ids of the folders it is in"),
    size: text("How many bytes it has"),
    md5Checksum: text("What its bytes hash to"),
    webViewLink: text("Where it is seen in a browser"),
    owners: groups("Owners", { displayName: text("Name"), emailAddress: text("E-mail address") }),
    createdTime: dateTime("When it was made"),
    modifiedTime: dateTime("When it was last changed"),
  },
};

const metadata = {
  name: "fileMetadata",
  properties: {
    name: text("Name"),
    description: text("Description"),
    starred: flag("Whether it is starred"),
    trashed: flag("Whether it is in the bin"),
  },
};
const copied = {
  name: "fileCopy",
  properties: { name: text("Name of the copy"), parents: texts("Ids of the folders it goes into") },
};
const folderPost = {
  name: "folderPost",
  properties: {
    name: text("Name"),
    description: text("Description"),
    parents: texts("Ids of the folders it goes into"),
  },
  required: ["name"],
};

/** Translates the `where` into Drive's query language, and adds the folder in the path. */
const query = preRequest(`
const literal = (value) => typeof value === 'string'
  ? "'" + value.replace(/\\\\/g, '\\\\\\\\').replace(/'/g, "\\\\'") + "'"
  : String(value);
const flags = ['trashed', 'starred'];
const terms = (request_expression || []).map(({ attribute, operator, value }) => {
  if (!/^[A-Za-z]+$/.test(attribute)) throw new Error('where: ' + attribute + ' is not a field.');
  if (attribute === 'parents') return literal(String(value)) + ' in parents';
  if (operator === 'LIKE' || attribute === 'fullText') return attribute + ' contains ' + literal(String(value).replace(/%/g, ''));
  return attribute + ' ' + operator + ' ' + (flags.includes(attribute) ? String(value) : literal(value));
});
const { folder } = request_vendor_parameters;
if (folder) terms.push(literal(folder) + ' in parents', 'trashed = false');
done({ request_vendor_parameters: { q: terms.length ? terms.join(' and ') : null, folder: null } });
`);

const names = { id: "The id of the file" };
const returns = received(stored);
const list = {
  rootKey: "files",
  nextPageKey: "nextPageToken",
  hooks: [query],
  lists: returns,
};
const listed = [
  whereByHook((stored.search ?? []).join(", ")),
  ...cursors("pageToken", "pageSize"),
  orderBy("orderBy", "Fields to sort by, such as modifiedTime desc"),
  always(`nextPageToken,files(${fields})`, "query", "fields"),
];
const shown = always(fields, "query", "fields");

/** A file has the same fields wherever it is returned; folders are files. */
const COMMON_RESOURCES = ["files", "metadata", "copy", "folders", "contents"].map((many) =>
  hubFields(
    HUBS.documents.files,
    { ...stored, many },
    {
      id: "id",
      name: "name",
      size: "size",
      contentType: "mimeType",
      description: "description",
      createdDate: "createdTime",
      modifiedDate: "modifiedTime",
    },
  ),
);

export const googledrive: CatalogElement = {
  key: "googledrive",
  name: "Google Drive",
  hub: "documents",
  description: "Files and folders of Google Drive: list, search, upload, download and copy.",
  authentication: { type: "oauth2" },
  elementMetadata: {
    api: {
      type: "rest",
      version: "v3",
      vendorDocumentationUrl: "https://developers.google.com/drive/api/reference/rest/v3",
    },
  },
  configuration: configured("oauth2", {
    "base.url": "https://www.googleapis.com",
    "pagination.type": "cursor",
    "pagination.max": "1000",
    "oauth.authorization.url": "https://accounts.google.com/o/oauth2/v2/auth?access_type=offline&prompt=consent",
    "oauth.token.url": "https://oauth2.googleapis.com/token",
    "oauth.token.refresh_url": "https://oauth2.googleapis.com/token",
    "oauth.token.revoke_url": "https://oauth2.googleapis.com/revoke",
    "oauth.scope": "https://www.googleapis.com/auth/drive",
    "oauth.pkce": "true",
  }),
  resources: [
    provesAccess("GET /drive/v3/about?fields=user"),
    endpoint("GET /files", "GET /drive/v3/files", "List files", { ...list, parameters: listed }),
    endpoint("POST /files", "POST /upload/drive/v3/files", "Upload a file", {
      parameters: [file("body", "file"), always("media", "query", "uploadType")],
      nextResource: "PATCH:/files/{id}/name",
      returns,
    }),
    endpoint("PATCH /files/{id}/name", "PATCH /drive/v3/files/{id}", "Name a file that was just uploaded", {
      type: "apiNoDocumentation",
      parameters: [
        parameter("prevBodyField", "id", "path", "id", "The id of the file", { required: true }),
        parameter("query", "name", "bodyField", "name", "The name of the file"),
        shown,
      ],
      returns,
    }),
    endpoint("GET /files/{id}", "GET /drive/v3/files/{id}", "Download a file", {
      names,
      ...returnsFile,
      parameters: [always("media", "query", "alt")],
    }),
    endpoint("GET /files/{id}/metadata", "GET /drive/v3/files/{id}", "Read what is known of a file", {
      names,
      parameters: [shown],
      returns,
    }),
    endpoint("PATCH /files/{id}/metadata", "PATCH /drive/v3/files/{id}", "Change what is known of a file", {
      names,
      parameters: [shown],
      takes: metadata,
      returns,
    }),
    endpoint("POST /files/{id}/copy", "POST /drive/v3/files/{id}/copy", "Copy a file", {
      names,
      parameters: [shown],
      takes: copied,
      returns,
    }),
    endpoint("DELETE /files/{id}", "DELETE /drive/v3/files/{id}", "Delete a file", { names }),
    endpoint("GET /folders/{id}/contents", "GET /drive/v3/files", "List what is in a folder", {
      ...list,
      parameters: [
        parameter("path", "id", "query", "folder", "The id of the folder, or root", { required: true }),
        ...listed,
      ],
    }),
    endpoint("POST /folders", "POST /drive/v3/files", "Create a folder", {
      parameters: [always("application/vnd.google-apps.folder", "bodyField", "mimeType"), shown],
      takes: folderPost,
      returns,
    }),
  ],
  objects: [objectOf(stored)],
  defaultTransformations: COMMON_RESOURCES,
};
