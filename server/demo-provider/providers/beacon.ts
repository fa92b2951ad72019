import { keyInHeader } from "../auth/guards.ts";
import { type Call, created, fieldsOf, gone, ok, type Reply, type Route } from "../call.ts";
import { CREDENTIALS } from "../credentials.ts";
import { CITIES, COMPANIES, FIRST_NAMES, INDUSTRIES, LAST_NAMES, STREETS, TAGS, TITLES } from "../data/names.ts";
import { narrow } from "../data/narrow.ts";
import { byPage } from "../data/pages.ts";
import { many, moment } from "../data/random.ts";
import type { Row, Table } from "../data/table.ts";
import type { OpenProvider } from "../provider-type.ts";

const page = byPage({ first: 1, page: "page", size: "per_page", standard: 25, most: 100 });

/** Beacon CRM: a key in a header, pages from 1, numeric ids, and field names that differ from those of other CRMs. */
export const beacon: OpenProvider = ({ table, now }) => {
  const stamp = (isNew: boolean) => ({ ...(isNew && { createdOn: plain(now()) }), modifiedOn: plain(now()) });
  const people = table("beacon", {
    name: "person",
    idField: "personId",
    idOf: (n) => n,
    rows: PEOPLE,
    required: ["familyName"],
    unique: "emailAddress",
    stamp,
  });
  const companies = table("beacon", {
    name: "company",
    idField: "companyId",
    idOf: (n) => n,
    rows: FIRMS,
    required: ["title"],
    stamp,
  });
  const deals = table("beacon", {
    name: "deal",
    idField: "dealId",
    idOf: (n) => n,
    rows: DEALS,
    required: ["title"],
    stamp,
  });
  const timeline = table("beacon", {
    name: "entry",
    idField: "entryId",
    idOf: (n) => n,
    rows: ENTRIES,
    required: ["text"],
    stamp,
  });

  return {
    title: "Beacon CRM",
    guard: keyInHeader("x-beacon-key", CREDENTIALS.beacon.apiKey),
    routes: [
      ...records("/v2/people", people, ["emailAddress", "familyName", "givenName", "companyId"]),
      ...records("/v2/companies", companies, ["title", "sector"]),
      ...records("/v2/deals", deals, ["title", "phase", "companyId"]),
      ["GET", "/v2/people/{id}/timeline", of(people, "personId")],
      ["GET", "/v2/companies/{id}/timeline", of(companies, "companyId")],
    ],
    words: ({ status, message, headers }) => ({ status, headers, body: { fault: { reason: message, http: status } } }),
  };

  function of(parents: Table, key: string) {
    return ({ variables, query }: Call): Reply => {
      const parent = parents.find(variables.id);
      return list(
        timeline.rows().filter((entry) => entry[key] === parent[key]),
        query,
      );
    };
  }
};

const records = (path: string, table: Table, fields: readonly string[]): Route[] => [
  ["GET", path, ({ query }) => list(table.rows(), query, fields)],
  ["POST", path, (call) => created(table.add(fieldsOf(call)))],
  ["GET", `${path}/{id}`, ({ variables }) => ok(table.find(variables.id))],
  ["PUT", `${path}/{id}`, (call) => ok(table.change(call.variables.id, fieldsOf(call)))],
  ["DELETE", `${path}/{id}`, ({ variables }) => gone(table.remove(variables.id))],
];

function list(rows: Row[], query: URLSearchParams, fields: readonly string[] = []): Reply {
  const kept = narrow(rows, query, { fields, since: ["changed_after", "modifiedOn"], sort: "order" });
  const slice = page(kept, query);
  const number = slice.from / slice.size + 1;
  return ok({ items: slice.rows, page: number, pages: Math.ceil(slice.total / slice.size), totalItems: slice.total });
}

/** `2026-01-05 08:00:00`, in UTC. */
const plain = (date: Date | string) => new Date(date).toISOString().slice(0, 19).replace("T", " ");

const FIRMS: Row[] = many(80, 21, (n, { pick, int, maybe }) => ({
  companyId: n,
  title: `${pick(COMPANIES)} ${n}`,
  sector: pick(INDUSTRIES),
  staff: int(3, 900),
  site: maybe(25, `https://firm${n}.example`),
  createdOn: plain(moment(n)),
  modifiedOn: plain(moment(n + int(0, 4000))),
}));

const PEOPLE: Row[] = many(240, 22, (n, { pick, int, maybe }) => {
  const [given, family] = [pick(FIRST_NAMES), pick(LAST_NAMES)];
  const [town, countryCode] = pick(CITIES);
  return {
    personId: n,
    givenName: given,
    familyName: family,
    emailAddress: `${given}.${family.replace("'", "")}.${n}@person.example`.toLowerCase(),
    mobile: maybe(40, `+44 7700 90${String(int(0, 9999)).padStart(4, "0")}`),
    jobTitle: maybe(20, pick(TITLES)),
    companyId: int(1, 80),
    location: { line1: `${int(1, 90)} ${pick(STREETS)}`, town, zip: String(int(10000, 99999)), countryCode },
    labels: [pick(TAGS)],
    createdOn: plain(moment(n * 2)),
    modifiedOn: plain(moment(n * 2 + int(0, 4000))),
  };
});

const DEALS: Row[] = many(90, 23, (n, { pick, int, maybe }) => ({
  dealId: n,
  title: `${pick(["Renewal", "New order", "Extension", "Pilot"])} ${n}`,
  companyId: int(1, 80),
  phase: pick(["open", "offer", "won", "lost"]),
  worth: int(5, 900) * 100,
  currency: "GBP",
  expectedClose: maybe(20, moment(n * 24).slice(0, 10)),
  createdOn: plain(moment(n * 4)),
  modifiedOn: plain(moment(n * 4 + int(0, 3000))),
}));

const ENTRIES: Row[] = many(160, 24, (n, { pick, int }) => ({
  entryId: n,
  kind: pick(["note", "call", "visit"]),
  text: pick(["Left a message.", "Met at the fair.", "Asked for an offer."]),
  personId: int(1, 12),
  companyId: int(1, 12),
  createdOn: plain(moment(n * 3)),
  modifiedOn: plain(moment(n * 3)),
}));
