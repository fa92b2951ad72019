import type { CatalogElement } from "../definition.ts";
import { dateTime, flag, group, text, texts, whole } from "../fields.ts";
import { hubFields } from "../hub-fields.ts";
import { HUBS } from "../hubs.ts";
import { type Kind, objectOf, received, sent } from "../kind.ts";
import {
  always,
  configurationEntry,
  configured,
  cursors,
  endpoint,
  pages,
  parameter,
  postRequest,
  preRequest,
  provesAccess,
  whereByHook,
} from "../parts.ts";

const person = (description: string) =>
  group(description, {
    accountId: text("Id of the account"),
    displayName: text("Name"),
    emailAddress: text("E-mail address"),
  });
const named = (description: string) => group(description, { id: text("Id"), name: text("Name") });

const written = {
  summary: text("What it is about"),
  description: text("Description"),
  project: group("Project", { key: text("Key of the project") }),
  issuetype: group("Kind of issue", { name: text("Name, such as Task") }),
  priority: group("Priority", { name: text("Name, such as High") }),
  assignee: group("Who looks after it", { accountId: text("Id of the account"), displayName: text("Name") }),
  labels: texts("Labels"),
  duedate: text("When it should be done"),
};

const DATE_FORMAT = "yyyy-MM-dd'T'HH:mm:ss.SSSZ";

const incident: Kind = {
  one: "incident",
  many: "incidents",
  vendorName: "issue",
  id: "id",
  created: "created",
  updated: "updated",
  dateFormat: DATE_FORMAT,
  readOnly: ["key", "status", "reporter"],
  search: ["project", "status", "assignee", "reporter", "priority", "labels", "summary", "created", "updated"],
  fields: {
    id: text("Id of the issue"),
    key: text("Key that people use, such as DEMO-1"),
    ...written,
    status: named("Status"),
    reporter: person("Who asked"),
    created: dateTime("When it was made"),
    updated: dateTime("When it was last changed"),
  },
};

const comment: Kind = {
  one: "comment",
  many: "comments",
  id: "id",
  created: "created",
  updated: "updated",
  dateFormat: DATE_FORMAT,
  required: ["body"],
  readOnly: ["author"],
  fields: {
    id: text("Id of the comment"),
    author: person("Who said it"),
    body: text("What was said"),
    created: dateTime("When it was said"),
    updated: dateTime("When it was last changed"),
  },
};

const timeEntry: Kind = {
  one: "timeEntry",
  many: "time-entries",
  vendorName: "worklog",
  id: "id",
  created: "created",
  updated: "updated",
  dateFormat: DATE_FORMAT,
  required: ["timeSpentSeconds"],
  readOnly: ["author"],
  fields: {
    id: text("Id of the entry"),
    author: person("Who worked"),
    comment: text("What was done"),
    started: text("When it began, such as 2026-01-05T09:00:00.000+0000"),
    timeSpentSeconds: whole("How long it took, in seconds"),
    created: dateTime("When it was made"),
    updated: dateTime("When it was last changed"),
  },
};

const project: Kind = {
  one: "project",
  many: "projects",
  id: "id",
  fields: {
    id: text("Id of the project"),
    key: text("Key, such as DEMO"),
    name: text("Name"),
    projectTypeKey: text("software, service_desk or business"),
    isPrivate: flag("Whether it is private"),
  },
};

const user: Kind = {
  one: "user",
  many: "users",
  id: "accountId",
  search: ["email"],
  fields: {
    accountId: text("Id of the account"),
    displayName: text("Name"),
    emailAddress: text("E-mail address"),
    accountType: text("atlassian, app or customer"),
    active: flag("Whether the user may sign in"),
    timeZone: text("Time zone"),
  },
};

/** Translates the `where` into JQL. Jira requires at least one restriction. */
const jql = preRequest(`
const column = (name) => '"' + name.split('.')[0].replace(/["\\\\]/g, '') + '"';
const minutes = (value) => String(value).replace(/^(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d:\\d\\d).*$/, '$1 $2');
const literal = (value) => '"' + minutes(value).replace(/\\\\/g, '\\\\\\\\').replace(/"/g, '\\\\"') + '"';
const terms = (request_expression || []).map(({ attribute, operator, value }) => {
  const name = column(attribute);
  if (value === null) return name + (operator === 'IS NULL' ? ' is EMPTY' : ' is not EMPTY');
  if (Array.isArray(value)) return name + ' in (' + value.map(literal).join(', ') + ')';
  if (operator === 'LIKE') return name + ' ~ ' + literal(String(value).replace(/%/g, '*'));
  return name + ' ' + operator + ' ' + literal(value);
});
const [field, direction] = String(request_vendor_parameters.order || 'created desc').trim().split(/\\s+/);
const order = ' ORDER BY ' + column(field) + (/^desc$/i.test(direction || '') ? ' DESC' : ' ASC');
done({
  request_vendor_parameters: {
    jql: (terms.length ? terms.join(' AND ') : 'project is not EMPTY') + order,
    order: null,
  },
});
`);

/** Moves the fields of an issue next to its id. */
const flat = postRequest(`
const flat = ({ fields, ...issue }) => Object.assign({}, fields, issue);
const body = (!response_iserror && response_body) || {};
if (body.fields) done({ response_body: flat(body) });
else if (body.issues) done({ response_body: Object.assign({}, body, { issues: body.issues.map(flat) }) });
else done({});
`);

const byEmail = preRequest(`
const [term] = request_expression || [];
done(term ? { request_vendor_path: '/user/search', request_vendor_parameters: { query: term.value } } : {});
`);

const names = { id: "The id or key of the incident" };
const paged = pages("startAt", "maxResults");
const incidentPost = { name: "incidentPost", properties: written, required: ["summary", "project", "issuetype"] };

const inHub = { id: "id", created_at: "created", updated_at: "updated" };

const COMMON_RESOURCES = [
  hubFields(HUBS.helpdesk.incidents, incident, {
    number: "key",
    name: "summary",
    description: "description",
    state: "status.name",
    priority: "priority.name",
    requester_id: "reporter.accountId",
    "assignee.id": "assignee.accountId",
    "assignee.name": "assignee.displayName",
    due_at: "duedate",
    ...inHub,
  }),
  hubFields(HUBS.helpdesk.users, user, {
    id: "accountId",
    name: "displayName",
    email: "emailAddress",
    role: "accountType",
  }),
  hubFields(HUBS.helpdesk.comments, comment, { user_id: "author.accountId", body: "body", ...inHub }),
  hubFields(
    HUBS.helpdesk["time-entries"],
    timeEntry,
    { user_id: "author.accountId", name: "comment", ...inHub },
    `
if (fromVendor) {
  if (originalObject.timeSpentSeconds !== undefined) transformedObject.minutes = Math.round(originalObject.timeSpentSeconds / 60);
} else if (originalObject.minutes !== undefined) {
  delete transformedObject.minutes;
  transformedObject.timeSpentSeconds = originalObject.minutes * 60;
}
done(transformedObject);`,
  ),
];

export const jira: CatalogElement = {
  key: "jira",
  name: "Jira",
  hub: "helpdesk",
  description: "Issues with their comments and work logs, projects and users of Jira Cloud.",
  authentication: { type: "basic" },
  elementMetadata: {
    api: {
      type: "rest",
      version: "2",
      vendorDocumentationUrl: "https://developer.atlassian.com/cloud/jira/platform/rest/v2/intro/",
    },
  },
  configuration: configured(
    "basic",
    {
      "base.url": "https://{site.subdomain}.atlassian.net/rest/api/2",
      "pagination.type": "offset",
      "pagination.max": "100",
    },
    [
      configurationEntry("site.subdomain", "Site", "The first part of your Jira address: acme of acme.atlassian.net"),
      configurationEntry("username", "E-mail address", "The e-mail address of your Atlassian account"),
      configurationEntry("password", "API token", "An API token of id.atlassian.com", { type: "PASSWORD" }),
    ],
  ),
  resources: [
    provesAccess("GET /myself"),
    endpoint("GET /incidents", "GET /search/jql", "List incidents", {
      rootKey: "issues",
      nextPageKey: "nextPageToken",
      parameters: [
        whereByHook((incident.search ?? []).join(", ")),
        ...cursors("nextPageToken", "maxResults"),
        parameter("query", "orderBy", "query", "order", "A field to sort by, and desc for the other way round"),
        always("*navigable", "query", "fields"),
      ],
      hooks: [jql, flat],
      lists: received(incident),
    }),
    endpoint("POST /incidents", "POST /issue", "Create an incident", {
      requestRootKey: "fields",
      takes: incidentPost,
      returns: { name: "incidentCreated", properties: { id: text("Id of the issue"), key: text("Key of the issue") } },
    }),
    endpoint("GET /incidents/{id}", "GET /issue/{id}", "Read an incident", {
      names,
      hooks: [flat],
      returns: received(incident),
    }),
    endpoint("PATCH /incidents/{id}", "PUT /issue/{id}", "Update an incident", {
      names,
      requestRootKey: "fields",
      takes: { ...incidentPost, name: "incidentPatch", required: [] },
    }),
    endpoint("DELETE /incidents/{id}", "DELETE /issue/{id}", "Delete an incident", { names }),
    endpoint(
      "GET /incidents/{incidentid}/comments",
      "GET /issue/{incidentid}/comment",
      "List the comments of an incident",
      {
        rootKey: "comments",
        names: { incidentid: names.id },
        parameters: paged,
        lists: received(comment),
      },
    ),
    endpoint("POST /incidents/{incidentid}/comments", "POST /issue/{incidentid}/comment", "Comment on an incident", {
      names: { incidentid: names.id },
      takes: sent(comment),
      returns: received(comment),
    }),
    endpoint("GET /incidents/{id}/time-entries", "GET /issue/{id}/worklog", "List the time entries of an incident", {
      rootKey: "worklogs",
      names,
      parameters: paged,
      lists: received(timeEntry),
    }),
    endpoint("POST /incidents/{id}/time-entries", "POST /issue/{id}/worklog", "Record time spent on an incident", {
      names,
      takes: sent(timeEntry),
      returns: received(timeEntry),
    }),
    endpoint("GET /projects", "GET /project/search", "List projects", {
      rootKey: "values",
      parameters: paged,
      lists: received(project),
    }),
    endpoint("GET /users", "GET /users/search", "List users; where=email='…' finds one by e-mail", {
      parameters: [whereByHook("email"), ...paged],
      hooks: [byEmail],
      lists: received(user),
    }),
  ],
  objects: [incident, comment, timeEntry, project, user].map(objectOf),
  defaultTransformations: COMMON_RESOURCES,
};
