import { crmDescription } from "../api-descriptions/crm.ts";
import { bearer } from "../auth/guards.ts";
import { type Call, created, fieldsOf, gone, ok, type Reply, type Route } from "../call.ts";
import { CITIES, COMPANIES, FIRST_NAMES, INDUSTRIES, LAST_NAMES, STREETS, TAGS, TITLES } from "../data/names.ts";
import { narrow } from "../data/narrow.ts";
import { byCursor, type Slice } from "../data/pages.ts";
import { many, moment } from "../data/random.ts";
import type { Row, Table } from "../data/table.ts";
import type { OpenProvider } from "../provider-type.ts";

const sizes = { cursor: "after", size: "limit", standard: 100 };
const page = byCursor({ ...sizes, most: 200 });
const activitiesPage = byCursor({ ...sizes, most: 100 });

/** Acme CRM: OAuth 2, cursors, everything under `data`, ISO dates, associations as lists. */
export const crm: OpenProvider = ({ table, oauth2, now }) => {
  const stamp = (isNew: boolean) => ({
    ...(isNew && { created_at: now().toISOString() }),
    updated_at: now().toISOString(),
  });
  const accounts = table("crm", {
    name: "account",
    rows: ACCOUNTS,
    idOf: (n) => `acc_${n}`,
    required: ["name"],
    stamp,
  });
  const contacts = table("crm", {
    name: "contact",
    rows: CONTACTS,
    idOf: (n) => `con_${n}`,
    required: ["last_name"],
    unique: "email",
    stamp,
  });
  const activities = table("crm", {
    name: "activity",
    rows: ACTIVITIES,
    idOf: (n) => `act_${n}`,
    required: ["subject"],
    stamp,
  });
  const opportunities = table("crm", {
    name: "opportunity",
    rows: OPPORTUNITIES,
    idOf: (n) => `opp_${n}`,
    required: ["name"],
    stamp,
  });

  return {
    title: "Acme CRM",
    guard: bearer(oauth2, "crm"),
    open: [["GET", "/openapi.json", ({ headers }) => ok(crmDescription(`http://${headers.host}`))]],
    routes: [
      ...records("/contacts", contacts, ["email", "last_name", "first_name", "account_id", "owner.id", "address.city"]),
      ...records("/accounts", accounts, ["name", "industry", "address.city"]),
      ...records("/opportunities", opportunities, ["name", "stage", "account_id"]),
      ["GET", "/contacts/{id}/activities", of(contacts, "contact_id")],
      ["POST", "/contacts/{id}/activities", record(contacts, "contact_id")],
      ["GET", "/accounts/{id}/activities", of(accounts, "account_id")],
    ],
    words: ({ status, code, message, headers }) => ({ status, headers, body: { error: { code, message } } }),
  };

  function of(parents: Table, key: string) {
    return ({ variables, query }: Call): Reply => {
      const parent = parents.find(variables.id);
      const rows = activities.rows().filter((activity) => activity[key] === parent.id);
      return list(activitiesPage(narrow(rows, query, { fields: ["type"], since: SINCE, sort: "sort" }), query));
    };
  }

  function record(parents: Table, key: string) {
    return (call: Call): Reply => {
      const parent = parents.find(call.variables.id);
      return created({
        data: activities.add({ ...fieldsOf(call), [key]: parent.id, account_id: parent.account_id ?? null }),
      });
    };
  }
};

const SINCE = ["modified_since", "updated_at"] as const;

/** The five operations of a kind of record. */
const records = (path: string, table: Table, fields: readonly string[]): Route[] => [
  ["GET", path, ({ query }) => list(page(narrow(table.rows(), query, { fields, since: SINCE, sort: "sort" }), query))],
  ["POST", path, (call) => created({ data: table.add({ associations: [], ...fieldsOf(call) }) })],
  ["GET", `${path}/{id}`, ({ variables }) => ok({ data: table.find(variables.id) })],
  ["PATCH", `${path}/{id}`, (call) => ok({ data: table.change(call.variables.id, fieldsOf(call)) })],
  ["DELETE", `${path}/{id}`, ({ variables }) => gone(table.remove(variables.id))],
];

const list = ({ rows, total, next }: Slice): Reply => ok({ data: rows, paging: { total, ...(next && { next }) } });

const ACCOUNTS: Row[] = many(120, 11, (n, { pick, int, maybe }) => {
  const [city, country] = pick(CITIES);
  const name = `${pick(COMPANIES)} ${n}`;
  return {
    id: `acc_${n}`,
    name,
    website: maybe(20, `https://company${n}.example`),
    industry: pick(INDUSTRIES),
    employees: int(3, 900),
    annual_revenue: { value: int(100, 9000) * 1000, currency: "EUR" },
    phone: maybe(30, `+44 1632 96${String(int(0, 9999)).padStart(4, "0")}`),
    address: { street: `${int(1, 90)} ${pick(STREETS)}`, city, postal_code: String(int(10000, 99999)), country },
    associations: [],
    created_at: moment(n),
    updated_at: moment(n + int(0, 4000)),
  };
});

const CONTACTS: Row[] = many(320, 12, (n, { pick, int, maybe }) => {
  const [first, last] = [pick(FIRST_NAMES), pick(LAST_NAMES)];
  const account = `acc_${int(1, 120)}`;
  const [city, country] = pick(CITIES);
  return {
    id: `con_${n}`,
    first_name: first,
    last_name: last,
    email: `${first}.${last.replace("'", "")}.${n}@customer.example`.toLowerCase(),
    phone: maybe(35, `+44 1632 96${String(int(0, 9999)).padStart(4, "0")}`),
    title: maybe(15, pick(TITLES)),
    account_id: account,
    owner: { id: `usr_${int(1, 5)}`, name: pick(FIRST_NAMES) },
    address: { street: `${int(1, 90)} ${pick(STREETS)}`, city, postal_code: String(int(10000, 99999)), country },
    tags: [...new Set([pick(TAGS), pick(TAGS)])],
    associations: [{ type: "account", id: account }],
    birthday: maybe(60, `19${int(60, 99)}-0${int(1, 9)}-${int(10, 28)}`),
    created_at: moment(n * 2),
    updated_at: moment(n * 2 + int(0, 4000)),
  };
});

// Half of them belong to the first contact, so that it has several pages.
const ACTIVITIES: Row[] = many(300, 13, (n, { pick, int, maybe }) => {
  const contact = n % 2 === 0 ? "con_1" : `con_${int(2, 40)}`;
  const account = CONTACTS.find(({ id }) => id === contact)?.account_id;
  return {
    id: `act_${n}`,
    type: pick(["call", "email", "meeting"]),
    subject: pick(["First call", "Offer sent", "Question about the invoice", "Demonstration", "Renewal"]),
    note: maybe(50, "Wants to hear from us next week."),
    duration_minutes: int(5, 90),
    contact_id: contact,
    account_id: account,
    associations: [
      { type: "contact", id: contact },
      { type: "account", id: account },
    ],
    happened_at: moment(n * 3),
    created_at: moment(n * 3),
    updated_at: moment(n * 3 + int(0, 100)),
  };
});

const OPPORTUNITIES: Row[] = many(150, 14, (n, { pick, int, maybe }) => ({
  id: `opp_${n}`,
  name: `${pick(["Renewal", "New order", "Extension", "Pilot"])} ${n}`,
  account_id: `acc_${int(1, 120)}`,
  stage: pick(["qualification", "proposal", "negotiation", "won", "lost"]),
  amount: { value: int(5, 900) * 100, currency: "EUR" },
  probability: int(0, 100),
  close_date: maybe(10, moment(n * 24).slice(0, 10)),
  associations: [{ type: "contact", id: `con_${int(1, 320)}` }],
  created_at: moment(n * 4),
  updated_at: moment(n * 4 + int(0, 3000)),
}));
