import type { CatalogElement } from "../definition.ts";
import { dateTime, flag, group, text, whole } from "../fields.ts";
import { hubFields } from "../hub-fields.ts";
import { HUBS } from "../hubs.ts";
import { crud, type Kind, objectOf, received, sent } from "../kind.ts";
import { configured, endpoint, orderBy, pages, parameter, provesAccess, where } from "../parts.ts";
import { PROVIDER_URL } from "./provider-url.ts";

const dated = { id: "id", created: "created_at", updated: "updated_at" };
const dates = { created_at: dateTime("When it was made"), updated_at: dateTime("When it was last changed") };

const incident: Kind = {
  ...dated,
  one: "incident",
  many: "incidents",
  search: ["state", "priority", "requester_id"],
  required: ["name"],
  readOnly: ["number"],
  fields: {
    id: whole("Id of the incident"),
    number: text("Number that people use"),
    name: text("What it is about"),
    description: text("Description"),
    state: text("new, assigned, awaiting_input, resolved or closed"),
    priority: text("low, medium, high or critical"),
    requester_id: whole("Id of the user who asked"),
    assignee: group("Who looks after it", { id: whole("Id of the user"), name: text("Name of the user") }),
    due_at: dateTime("When it should be done"),
    ...dates,
  },
};

const user: Kind = {
  ...dated,
  one: "user",
  many: "users",
  search: ["email", "role"],
  fields: {
    id: whole("Id of the user"),
    name: text("Name"),
    email: text("E-mail address"),
    role: text("agent, requester or administrator"),
    phone: text("Phone number"),
    ...dates,
  },
};

const ofIncident = { incident_id: whole("Id of the incident"), user_id: whole("Id of the user") };
const comment: Kind = {
  ...dated,
  one: "comment",
  many: "comments",
  required: ["body"],
  readOnly: ["incident_id"],
  fields: {
    id: whole("Id of the comment"),
    ...ofIncident,
    body: text("What was said"),
    is_private: flag("Only agents see it"),
    ...dates,
  },
};
const timeEntry: Kind = {
  ...dated,
  one: "timeEntry",
  many: "time-entries",
  vendorName: "time_tracks",
  required: ["minutes"],
  readOnly: ["incident_id"],
  fields: {
    id: whole("Id of the entry"),
    ...ofIncident,
    name: text("What was done"),
    minutes: whole("How long, in minutes"),
    ...dates,
  },
};
const member: Kind = {
  ...dated,
  one: "member",
  many: "members",
  required: ["user_id"],
  readOnly: ["incident_id"],
  fields: { id: whole("Id of the membership"), ...ofIncident, role: text("watcher or resource"), ...dates },
};

const list = (names: string) => ({
  parameters: [
    where(names),
    ...pages("page", "per_page"),
    orderBy("sort", "A field to sort by, and desc for the other way round"),
  ],
});
const wrapped = (name: string) => ({ rootKey: name, requestRootKey: name });

/** A nested list of an incident, and the operation that adds to it. */
const within = (
  kind: Kind,
  name: string,
  { path = "/incidents/{id}", providerPath = name }: { path?: string; providerPath?: string } = {},
) => {
  const [, id = "id"] = /\{(\w+)\}/.exec(path) ?? [];
  const names = { [id]: "The id of the incident" };
  const address = `/incidents/{${id}}/${providerPath}.json`;
  return [
    endpoint(`GET ${path}/${kind.many}`, `GET ${address}`, `List ${kind.many} of an incident`, {
      names,
      parameters: pages("page", "per_page"),
      lists: received(kind),
    }),
    endpoint(`POST ${path}/${kind.many}`, `POST ${address}`, `Add to the ${kind.many} of an incident`, {
      names,
      ...wrapped(name),
      takes: sent(kind),
      returns: received(kind),
    }),
  ];
};

const inHub = { created_at: "created_at", updated_at: "updated_at" };
const inIncident = { id: "id", incident_id: "incident_id", user_id: "user_id" };

const COMMON_RESOURCES = [
  hubFields(HUBS.helpdesk.incidents, incident, {
    id: "id",
    number: "number",
    name: "name",
    description: "description",
    state: "state",
    priority: "priority",
    requester_id: "requester_id",
    "assignee.id": "assignee.id",
    "assignee.name": "assignee.name",
    due_at: "due_at",
    ...inHub,
  }),
  hubFields(HUBS.helpdesk.users, user, {
    id: "id",
    name: "name",
    email: "email",
    role: "role",
    phone: "phone",
    ...inHub,
  }),
  hubFields(HUBS.helpdesk.comments, comment, { ...inIncident, body: "body", is_private: "is_private", ...inHub }),
  hubFields(HUBS.helpdesk["time-entries"], timeEntry, { ...inIncident, name: "name", minutes: "minutes", ...inHub }),
];

export const demohelpdesk: CatalogElement = {
  key: "demohelpdesk",
  name: "Lifeline (demo)",
  hub: "helpdesk",
  description:
    "A help desk for trying out the product: incidents with comments, members and time entries, authenticated by a key in the query.",
  authentication: { type: "apiKey" },
  configuration: configured("apiKey", {
    "base.url": `${PROVIDER_URL}/helpdesk`,
    "pagination.type": "page",
    "pagination.page.startindex": "1",
    "pagination.max": "100",
  }),
  parameters: [parameter("configuration", "username", "query", "api_key", "The API key", { required: true })],
  resources: [
    provesAccess("GET /users.json?per_page=1"),
    ...crud(incident, {
      providerPath: "/incidents.json",
      providerItemPath: "/incidents/{id}.json",
      updates: "PUT",
      all: wrapped("incident"),
      list: { ...list("state, priority, requester_id, updated_after"), rootKey: "", requestRootKey: "" },
    }),
    ...within(timeEntry, "time_entry", { providerPath: "time_tracks" }),
    ...within(member, "member", { providerPath: "members" }),
    ...within(comment, "comment", { path: "/incidents/{incidentid}", providerPath: "comments" }),
    endpoint("GET /users", "GET /users.json", "List users; where=email='…' finds one by e-mail", {
      ...list("email, role"),
      lists: received(user),
    }),
    endpoint("GET /users/{id}", "GET /users/{id}.json", "Read a user", {
      names: { id: "The id of the user" },
      rootKey: "user",
      returns: received(user),
    }),
  ],
  objects: [incident, user, comment, timeEntry, member].map(objectOf),
  defaultTransformations: COMMON_RESOURCES,
};
