import type { ResourceTypeName } from "#server/element/resource-types/registry.ts";
import type { CatalogElement } from "../definition.ts";
import { date, dateTime, group, text } from "../fields.ts";
import { crud, type Kind, objectOf, polling, received, sent } from "../kind.ts";
import { configurationEntry, configured, endpoint, parameter, postRequest, where } from "../parts.ts";
import { PROVIDER_URL } from "./provider-url.ts";

const event: Kind = {
  one: "event",
  many: "events",
  id: "id",
  created: "createdAt",
  updated: "updatedAt",
  search: ["type", "employeeId"],
  required: ["type"],
  fields: {
    id: text("Id of the event"),
    type: text("hired, moved, promoted or left"),
    employeeId: text("Id of the employee"),
    note: text("Note"),
    effectiveOn: date("From when on"),
    createdAt: dateTime("When it was made"),
    updatedAt: dateTime("When it was last changed"),
  },
};

const employee: Kind = {
  one: "employee",
  many: "employees",
  id: "id",
  search: ["familyName"],
  required: ["familyName"],
  fields: {
    id: text("Id of the employee"),
    givenName: text("Given name"),
    familyName: text("Family name"),
    title: text("Job title"),
    manager: group("Who the employee reports to", { id: text("Id of the manager") }),
    hiredOn: date("First day"),
    leftOn: date("Last day"),
  },
};

/** Exchanges company and key for a session token, which is stored in the configuration. */
const buySession = (type: ResourceTypeName, path: string, description: string) =>
  endpoint(`POST ${path}`, "POST /session", description, {
    type,
    parameters: [
      parameter("configuration", "hr.company", "bodyField", "company", "The company", { required: true }),
      parameter("configuration", "username", "bodyField", "key", "The API key", { required: true }),
    ],
    hooks: [
      postRequest(`
const session = response_iserror ? null : response_body.session;
done(session ? {
  configuration: {
    'hr.session': session.token,
    expires_in: String(session.ttl),
    'authentication.time': String(Date.now()),
  },
} : {});
`),
    ],
  });

const local = { paginationType: "VENDOR_NOT_SUPPORTED" } as const;
const kept = { type: "TEXTFIELD_1000", internal: true, hideFromConsole: true, required: false } as const;

export const demohr: CatalogElement = {
  key: "demohr",
  name: "People HR (demo)",
  hub: "humancapital",
  description:
    "Human resources for trying out the product: employees and their events, with custom session authentication.",
  authentication: { type: "custom" },
  configuration: configured(
    "custom",
    {
      "base.url": `${PROVIDER_URL}/hr`,
      ...polling("humancapital", "since", [event]),
    },
    [
      configurationEntry("hr.company", "Company", "The company at People HR"),
      configurationEntry("username", "API key", "The API key of the company", { type: "PASSWORD" }),
      configurationEntry("hr.session", "Session", "The session that calls are made with", {
        ...kept,
        type: "PASSWORD",
      }),
      configurationEntry("expires_in", "Life of a session", "In seconds", kept),
      configurationEntry(
        "authentication.time",
        "Time of the session",
        "When it was bought, in milliseconds since 1970",
        kept,
      ),
    ],
  ),
  parameters: [parameter("configuration", "hr.session", "header", "X-Session", "The session")],
  resources: [
    buySession("provisionAuthValidation", "/authenticate", "Buy a session when an instance is made"),
    buySession("onRefresh", "/authenticate-refresh", "Buy a new session when one is over"),
    endpoint("GET /events", "GET /events/index", "List events", {
      ...local,
      parameters: [where("type, employeeId, since")],
      nextResource: "POST:/event-details",
      lists: received(event),
    }),
    endpoint("POST /event-details", "POST /events/details", "Read events by their ids", {
      ...local,
      type: "apiNoDocumentation",
      parameters: [parameter("prevBodyField", "ids", "bodyField", "ids", "The ids, of the list before")],
      rootKey: "result.events",
      returns: received(event),
    }),
    endpoint("POST /events", "POST /events", "Record an event", {
      rootKey: "result.events[0]",
      takes: sent(event),
      returns: received(event),
    }),
    ...crud(employee, {
      providerPath: "/employees",
      updates: "PUT",
      verbs: ["list", "read", "update"],
      all: { rootKey: "result.employees[0]" },
      list: { ...local, rootKey: "result.employees", parameters: [where("familyName")] },
    }),
  ],
  objects: [event, employee].map(objectOf),
};
