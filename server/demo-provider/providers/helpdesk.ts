import { keyInQuery } from "../auth/guards.ts";
import { type Call, created, fieldsOf, gone, ok, Refusal, type Reply } from "../call.ts";
import { CREDENTIALS } from "../credentials.ts";
import { FIRST_NAMES, LAST_NAMES } from "../data/names.ts";
import { narrow } from "../data/narrow.ts";
import { byPage } from "../data/pages.ts";
import { many, moment } from "../data/random.ts";
import type { Row, Table } from "../data/table.ts";
import type { OpenProvider } from "../provider-type.ts";

const page = byPage({ first: 1, page: "page", size: "per_page", standard: 25, most: 100 });

/**
 * Lifeline, a help desk: a key in the query, lists without an envelope, and single records wrapped in their name in
 * both directions.
 */
export const helpdesk: OpenProvider = ({ table, now }) => {
  const stamp = (isNew: boolean) => ({
    ...(isNew && { created_at: now().toISOString() }),
    updated_at: now().toISOString(),
  });
  const numbered = { idOf: (n: number) => n, stamp };
  const incidents = table("helpdesk", { ...numbered, name: "incident", rows: INCIDENTS, required: ["name"] });
  const users = table("helpdesk", { ...numbered, name: "user", rows: USERS, required: ["email"], unique: "email" });
  const comments = table("helpdesk", { ...numbered, name: "comment", rows: COMMENTS, required: ["body"] });
  const times = table("helpdesk", { ...numbered, name: "time_entry", rows: TIMES, required: ["minutes"] });
  const members = table("helpdesk", { ...numbered, name: "member", rows: MEMBERS, required: ["user_id"] });

  const one = (name: string, row: Row) => ({ [name]: row });
  const list = (rows: readonly Row[], { query }: Call, fields: string[] = []): Reply => {
    const kept = narrow(rows, query, { fields, since: ["updated_after", "updated_at"], sort: "sort" });
    const slice = page(kept, query);
    return ok(slice.rows, { "x-total-count": String(slice.total) });
  };
  const inIncident = (rows: Table) => (call: Call) => {
    const { id } = incidents.find(call.variables.id);
    return list(
      rows.rows().filter((row) => row.incident_id === id),
      call,
    );
  };
  const addTo = (name: string, rows: Table) => (call: Call) => {
    const { id } = incidents.find(call.variables.id);
    return created(one(name, rows.add({ ...within(call, name), incident_id: id })));
  };

  return {
    title: "Lifeline",
    guard: keyInQuery("api_key", CREDENTIALS.helpdesk.apiKey),
    routes: [
      ["GET", "/incidents.json", (call) => list(incidents.rows(), call, ["state", "priority", "requester_id"])],
      [
        "POST",
        "/incidents.json",
        (call) => created(one("incident", incidents.add({ state: "new", ...within(call, "incident") }))),
      ],
      ["GET", "/incidents/{id}.json", ({ variables }) => ok(one("incident", incidents.find(variables.id)))],
      [
        "PUT",
        "/incidents/{id}.json",
        (call) => ok(one("incident", incidents.change(call.variables.id, within(call, "incident")))),
      ],
      ["DELETE", "/incidents/{id}.json", ({ variables }) => gone(incidents.remove(variables.id))],
      ["GET", "/incidents/{id}/time_tracks.json", inIncident(times)],
      ["POST", "/incidents/{id}/time_tracks.json", addTo("time_entry", times)],
      ["GET", "/incidents/{id}/members.json", inIncident(members)],
      ["POST", "/incidents/{id}/members.json", addTo("member", members)],
      ["GET", "/incidents/{id}/comments.json", inIncident(comments)],
      ["POST", "/incidents/{id}/comments.json", addTo("comment", comments)],
      ["GET", "/users.json", (call) => list(users.rows(), call, ["email", "role"])],
      ["GET", "/users/{id}.json", ({ variables }) => ok(one("user", users.find(variables.id)))],
    ],
    words: ({ status, message, headers }) => ({ status, headers, body: { error: message } }),
  };
};

function within(call: Call, name: string): Row {
  const { [name]: inner } = fieldsOf(call);
  if (inner === undefined) throw new Refusal(422, "bad_request", `The body must be {"${name}": {…}}.`);
  return fieldsOf({ body: inner });
}

const USERS: Row[] = many(60, 41, (n, { pick, maybe }) => {
  const [first, last] = [pick(FIRST_NAMES), pick(LAST_NAMES)];
  return {
    id: n,
    name: `${first} ${last}`,
    email: `${first}.${last.replace("'", "")}.${n}@staff.example`.toLowerCase(),
    role: pick(["agent", "requester", "administrator"]),
    phone: maybe(40, "+44 1632 960123"),
    created_at: moment(n),
    updated_at: moment(n * 2),
  };
});

const INCIDENTS: Row[] = many(180, 42, (n, { pick, int, maybe }) => ({
  id: n,
  number: `INC-${1000 + n}`,
  name: pick(["Printer is on strike", "Cannot sign in", "Laptop is slow", "Need a second screen", "VPN drops"]),
  description: maybe(20, "It began this morning."),
  state: pick(["new", "assigned", "awaiting_input", "resolved", "closed"]),
  priority: pick(["low", "medium", "high", "critical"]),
  requester_id: int(1, 60),
  assignee: maybe(30, { id: int(1, 60), name: pick(FIRST_NAMES) }),
  due_at: maybe(50, moment(n * 5)),
  created_at: moment(n * 3),
  updated_at: moment(n * 3 + int(0, 500)),
}));

const COMMENTS: Row[] = many(200, 43, (n, { pick, int }) => ({
  id: n,
  incident_id: int(1, 12),
  user_id: int(1, 60),
  body: pick(["Have you tried another cable?", "It works again, thank you.", "We are looking into it."]),
  is_private: n % 5 === 0,
  created_at: moment(n * 2),
  updated_at: moment(n * 2),
}));

const TIMES: Row[] = many(120, 44, (n, { int }) => ({
  id: n,
  incident_id: int(1, 12),
  user_id: int(1, 60),
  minutes: int(5, 120),
  name: "Work on the incident",
  created_at: moment(n * 2),
  updated_at: moment(n * 2),
}));

const MEMBERS: Row[] = many(30, 45, (n, { int, pick }) => ({
  id: n,
  incident_id: int(1, 12),
  user_id: int(1, 60),
  role: pick(["watcher", "resource"]),
  created_at: moment(n),
  updated_at: moment(n),
}));
