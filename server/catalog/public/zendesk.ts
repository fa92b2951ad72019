import type { CatalogElement } from "../definition.ts";
import { dateTime, flag, group, text, texts, whole } from "../fields.ts";
import { hubFields } from "../hub-fields.ts";
import { HUBS } from "../hubs.ts";
import { crud, type Kind, objectOf, received, sent } from "../kind.ts";
import {
  configurationEntry,
  configured,
  cursors,
  endpoint,
  postRequest,
  preRequest,
  provesAccess,
  whereByHook,
} from "../parts.ts";

const dated = { id: "id", created: "created_at", updated: "updated_at", dateFormat: "yyyy-MM-dd'T'HH:mm:ssXXX" };
const dates = { created_at: dateTime("When it was made"), updated_at: dateTime("When it was last changed") };

const incident: Kind = {
  ...dated,
  one: "incident",
  many: "incidents",
  vendorName: "tickets",
  search: ["status", "priority", "requester", "assignee", "tags", "created", "updated"],
  required: ["comment"],
  readOnly: ["url"],
  fields: {
    id: whole("Id of the ticket"),
    url: text("Its address in the API"),
    subject: text("Subject"),
    description: text("First comment"),
    comment: group("Comment that is added with this change", {
      body: text("What is said"),
      public: flag("Whether the requester sees it"),
    }),
    status: text("new, open, pending, hold, solved or closed"),
    priority: text("urgent, high, normal or low"),
    type: text("problem, incident, question or task"),
    requester_id: whole("Id of the user who asked"),
    assignee_id: whole("Id of the agent"),
    organization_id: whole("Id of the organization"),
    tags: texts("Tags"),
    ...dates,
  },
};

const user: Kind = {
  ...dated,
  one: "user",
  many: "users",
  search: ["email", "name", "role"],
  required: ["name"],
  readOnly: ["active"],
  fields: {
    id: whole("Id of the user"),
    name: text("Name"),
    email: text("E-mail address"),
    phone: text("Phone number"),
    role: text("end-user, agent or admin"),
    organization_id: whole("Id of the organization"),
    active: flag("Whether the user was not deleted"),
    ...dates,
  },
};

const account: Kind = {
  ...dated,
  one: "account",
  many: "accounts",
  vendorName: "organizations",
  search: ["name", "tags", "created"],
  required: ["name"],
  fields: {
    id: whole("Id of the organization"),
    name: text("Name"),
    domain_names: texts("Domains of its users"),
    details: text("Details"),
    notes: text("Notes"),
    tags: texts("Tags"),
    ...dates,
  },
};

const comment: Kind = {
  one: "comment",
  many: "comments",
  id: "id",
  created: "created_at",
  dateFormat: dated.dateFormat,
  fields: {
    id: whole("Id of the comment"),
    author_id: whole("Id of the author"),
    body: text("What was said"),
    public: flag("Whether the requester sees it"),
    created_at: dateTime("When it was said"),
  },
};

/** With a `where`, the list is requested from the search endpoint. */
const search = (type: string) =>
  preRequest(`
const signs = { '=': ':', '!=': ':', '<': '<', '<=': '<=', '>': '>', '>=': '>=', LIKE: ':' };
const quoted = (value) => '"' + String(value).replace(/"/g, '').replace(/%/g, '*') + '"';
const terms = (request_expression || []).map(({ attribute, operator, value }) =>
  (operator === '!=' ? '-' : '') + attribute.replace(/_(id|at)$/, '') + (signs[operator] || ':') + (value === null ? 'none' : quoted(value)));
const { 'page[after]': after, 'page[size]': size } = request_vendor_parameters;
const [, page = '1'] = /^page:(\\d+)$/.exec(after || '') || [];
done(terms.length === 0 ? {} : {
  request_vendor_path: '/search.json',
  request_vendor_parameters: {
    query: ['type:${type}'].concat(terms).join(' '),
    page,
    per_page: size,
    'page[after]': null,
    'page[size]': null,
  },
});
`);

/** The two endpoints name their lists and next pages differently. */
const rows = (name: string) =>
  postRequest(`
const body = response_iserror ? {} : response_body || {};
const list = body.results || body['${name}'] || [];
const page = Number(request_vendor_parameters.page || 0);
const next = body.results
  ? (body.next_page ? 'page:' + (page + 1) : '')
  : (body.meta && body.meta.has_more ? body.meta.after_cursor : '');
done(response_iserror ? {} : { response_body: { rows: list }, response_headers: { 'elements-next-page-token': next } });
`);

/** The response is the ticket with its changes, which include the comment. */
const newComment = postRequest(`
const { ticket, audit } = (!response_iserror && response_body) || {};
const comment = ((audit && audit.events) || []).find(({ type }) => type === 'Comment');
done(comment ? { response_body: { comment: Object.assign({ created_at: audit.created_at }, comment) } } : {});
`);

const records = (kind: Kind, name: string, type: string) => {
  const providerPath = `/${kind.vendorName ?? kind.many}`;
  return crud(kind, {
    providerPath: `${providerPath}.json`,
    providerItemPath: `${providerPath}/{id}.json`,
    updates: "PUT",
    all: { rootKey: name, requestRootKey: name },
    list: {
      rootKey: "rows",
      requestRootKey: "",
      parameters: [whereByHook((kind.search ?? []).join(", ")), ...cursors("page[after]", "page[size]")],
      hooks: [search(type), rows(providerPath.slice(1))],
    },
  });
};

const inHub = { id: "id", created_at: "created_at", updated_at: "updated_at" };

const COMMON_RESOURCES = [
  hubFields(HUBS.helpdesk.incidents, incident, {
    name: "subject",
    description: "description",
    state: "status",
    priority: "priority",
    requester_id: "requester_id",
    "assignee.id": "assignee_id",
    ...inHub,
  }),
  hubFields(HUBS.helpdesk.users, user, { name: "name", email: "email", role: "role", phone: "phone", ...inHub }),
  hubFields(
    HUBS.helpdesk.comments,
    comment,
    { id: "id", user_id: "author_id", body: "body", created_at: "created_at" },
    `
if (fromVendor) { if (originalObject.public !== undefined) transformedObject.is_private = !originalObject.public; }
else if (originalObject.is_private !== undefined) {
  delete transformedObject.is_private;
  transformedObject.public = !originalObject.is_private;
}
done(transformedObject);`,
  ),
];

export const zendesk: CatalogElement = {
  key: "zendesk",
  name: "Zendesk",
  hub: "helpdesk",
  description: "Tickets, users and organizations of Zendesk Support.",
  authentication: { type: "oauth2" },
  elementMetadata: {
    api: {
      type: "rest",
      version: "v2",
      vendorDocumentationUrl: "https://developer.zendesk.com/api-reference/ticketing/introduction/",
    },
  },
  configuration: configured(
    "oauth2",
    {
      "base.url": "https://{site.subdomain}.zendesk.com/api/v2",
      "pagination.type": "cursor",
      "pagination.max": "100",
      "oauth.authorization.url": "https://{site.subdomain}.zendesk.com/oauth/authorizations/new",
      "oauth.token.url": "https://{site.subdomain}.zendesk.com/oauth/tokens",
      "oauth.token.refresh_url": "https://{site.subdomain}.zendesk.com/oauth/tokens",
      "oauth.scope": "read write",
    },
    [
      configurationEntry(
        "site.subdomain",
        "Subdomain",
        "The first part of your Zendesk address: acme of acme.zendesk.com",
      ),
      {
        key: "authentication.type",
        name: "Authentication type",
        description: "OAuth 2, or an e-mail address with an API token",
        type: "COMBO",
        defaultValue: "oauth2",
        required: true,
        groupControl: true,
        options: [
          { value: "oauth2", description: "OAuth 2" },
          { value: "basic", description: "E-mail address and API token" },
        ],
      },
      configurationEntry("username", "E-mail address", "Your e-mail address, followed by /token", {
        groupName: "basic",
      }),
      configurationEntry("password", "API token", "An API token of the Admin Center", {
        type: "PASSWORD",
        groupName: "basic",
      }),
    ],
  ).map((entry) => (entry.key.startsWith("oauth.") ? { ...entry, groupName: "oauth2" } : entry)),
  resources: [
    provesAccess("GET /users/me.json"),
    ...records(incident, "ticket", "ticket"),
    endpoint(
      "GET /incidents/{incidentid}/comments",
      "GET /tickets/{incidentid}/comments.json",
      "List the comments of an incident",
      {
        rootKey: "rows",
        names: { incidentid: "The id of the incident" },
        parameters: cursors("page[after]", "page[size]"),
        hooks: [rows("comments")],
        lists: received(comment),
      },
    ),
    endpoint("POST /incidents/{incidentid}/comments", "PUT /tickets/{incidentid}.json", "Comment on an incident", {
      rootKey: "comment",
      requestRootKey: "ticket.comment",
      hooks: [newComment],
      names: { incidentid: "The id of the incident" },
      takes: sent({ ...comment, readOnly: ["author_id"], required: ["body"] }),
      returns: received(comment),
    }),
    ...records(user, "user", "user"),
    ...records(account, "organization", "organization"),
  ],
  objects: [incident, user, account, comment].map(objectOf),
  defaultTransformations: COMMON_RESOURCES,
};
