import { anyOf, basic, bearer } from "../auth/guards.ts";
import { type Call, created, fieldsOf, gone, ok, Refusal, type Reply, type Route } from "../call.ts";
import { CREDENTIALS } from "../credentials.ts";
import { COMPANIES } from "../data/names.ts";
import { sorted } from "../data/narrow.ts";
import { odataFilter } from "../data/odata.ts";
import { byOffset } from "../data/pages.ts";
import { many, moment } from "../data/random.ts";
import type { Row, Table } from "../data/table.ts";
import type { OpenProvider } from "../provider-type.ts";

const page = byOffset({ offset: "$skip", size: "$top", standard: 100, most: 1000 });
/** The first minor version in which purchase invoices contain their lines. */
const LINES_SINCE = 65;

/** Ledgerly, accounting: OAuth 2 or a user name with a key, OData lists, and a `minorversion` with every request. */
export const accounting: OpenProvider = ({ table, oauth2, now }) => {
  const stamp = (isNew: boolean) => ({
    ...(isNew && { created: now().toISOString() }),
    lastModified: now().toISOString(),
  });
  const options = { idField: "documentId", stamp };
  const invoices = table("accounting", {
    ...options,
    name: "purchase-invoice",
    rows: INVOICES,
    idOf: (n) => `PI-${n}`,
    required: ["vendorName"],
  });
  const checks = table("accounting", {
    ...options,
    name: "check",
    rows: CHECKS,
    idOf: (n) => `CK-${n}`,
    required: ["payee"],
  });

  const versioned = (row: Row, { query }: Call): Row => {
    const { lines, ...rest } = row;
    return minorVersion(query) >= LINES_SINCE && lines !== undefined ? { ...rest, lines } : rest;
  };

  const records = (path: string, rows: Table): Route[] => [
    ["GET", path, (call) => list(rows.rows(), call)],
    ["POST", path, (call) => created(versioned(rows.add(fieldsOf(call)), call))],
    ["GET", `${path}/{id}`, (call) => ok(versioned(rows.find(call.variables.id), call))],
    ["PUT", `${path}/{id}`, (call) => ok(versioned(rows.change(call.variables.id, fieldsOf(call)), call))],
    ["DELETE", `${path}/{id}`, ({ variables }) => gone(rows.remove(variables.id))],
  ];

  function list(rows: readonly Row[], call: Call): Reply {
    const { query } = call;
    const filter = query.get("$filter");
    const kept = filter ? rows.filter(odataFilter(filter)) : [...rows];
    const [field, direction] = query.get("$orderby")?.split(" ") ?? [];
    const slice = page(field ? sorted(kept, field, direction === "desc") : kept, query);
    return ok(
      { "@odata.count": slice.total, value: slice.rows.map((row) => versioned(row, call)) },
      { "x-minor-version": String(minorVersion(query)) },
    );
  }

  return {
    title: "Ledgerly",
    guard: anyOf({ bearer: bearer(oauth2, "accounting"), basic: basic(CREDENTIALS.accounting) }),
    routes: [...records("/company/purchaseInvoices", invoices), ...records("/company/checks", checks)],
    words: ({ status, code, message, headers }) => ({
      status,
      headers,
      body: { error: { code, message, innererror: { type: "BusinessRule" } } },
    }),
  };
};

function minorVersion(query: URLSearchParams): number {
  const text = query.get("minorversion") ?? "1";
  if (!/^\d{1,3}$/.test(text)) throw new Refusal(400, "bad_version", "minorversion must be a number.");
  return Number(text);
}

const INVOICES: Row[] = many(210, 61, (n, { pick, int, maybe }) => {
  const amount = int(20, 9000);
  return {
    documentId: `PI-${n}`,
    number: `2026-${String(n).padStart(4, "0")}`,
    vendorName: pick(COMPANIES),
    dueDate: moment(n * 20).slice(0, 10),
    total: amount,
    currency: "EUR",
    isPaid: n % 3 === 0,
    memo: maybe(60, "As agreed by phone"),
    lines: [{ description: "Goods", quantity: 1, amount }],
    created: moment(n * 4),
    lastModified: moment(n * 4 + int(0, 900)),
  };
});

const CHECKS: Row[] = many(70, 62, (n, { pick, int, maybe }) => ({
  documentId: `CK-${n}`,
  number: String(5000 + n),
  payee: pick(COMPANIES),
  amount: int(20, 2000),
  currency: "EUR",
  date: moment(n * 30).slice(0, 10),
  memo: maybe(50, "Rent"),
  created: moment(n * 6),
  lastModified: moment(n * 6),
}));
