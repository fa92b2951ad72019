import { signature } from "../auth/signature.ts";
import { type Call, created, fieldsOf, gone, ok, Refusal, type Reply, type Route } from "../call.ts";
import { CREDENTIALS } from "../credentials.ts";
import { COMPANIES } from "../data/names.ts";
import { narrow } from "../data/narrow.ts";
import { byOffset } from "../data/pages.ts";
import { many, moment } from "../data/random.ts";
import type { Row, Table } from "../data/table.ts";
import type { OpenProvider } from "../provider-type.ts";

const page = byOffset({ offset: "offset", size: "limit", standard: 50, most: 1000 });
const LOCATIONS = ["LIS", "LYO", "GRA"] as const;

/** Foundry, an ERP: a custom signature scheme, and every request names a location in `X-Location-Id`. */
export const erp: OpenProvider = ({ table, now }) => {
  const stamp = (isNew: boolean) => ({
    ...(isNew && { dateCreated: now().toISOString() }),
    lastModifiedDate: now().toISOString(),
  });
  const items = table("erp", { name: "item", rows: ITEMS, idField: "internalId", required: ["itemId"], stamp });
  const orders = table("erp", {
    name: "salesOrder",
    rows: ORDERS,
    idField: "internalId",
    required: ["customer"],
    stamp,
  });

  return {
    title: "Foundry",
    guard: signature(CREDENTIALS.erp, now),
    routes: [
      [
        "GET",
        "/v1/locations",
        () => ok({ records: LOCATIONS.map((id) => ({ id, name: `Warehouse ${id}` })), count: LOCATIONS.length }),
      ],
      ...records("/v1/items", items, ["itemId", "isInactive"]),
      ...records("/v1/salesOrders", orders, ["customer", "status"]),
    ],
    words: ({ status, code, message, headers }) => ({
      status,
      headers,
      body: { type: "error.SuiteError", name: code, message },
    }),
  };
};

const records = (path: string, table: Table, fields: readonly string[]): Route[] => {
  const here = (call: Call) => {
    const row = table.find(call.variables.id);
    if (row.location !== locationOf(call))
      throw new Refusal(404, "RCRD_DSNT_EXIST", "That record does not exist here.");
    return String(row.internalId);
  };
  return [
    ["GET", path, (call) => list(table.rows(), call, fields)],
    ["POST", path, (call) => created(table.add({ ...fieldsOf(call), location: locationOf(call) }))],
    ["GET", `${path}/{id}`, (call) => ok(table.find(here(call)))],
    ["PATCH", `${path}/{id}`, (call) => ok(table.change(here(call), fieldsOf(call)))],
    ["DELETE", `${path}/{id}`, (call) => gone(table.remove(here(call)))],
  ];
};

function list(rows: readonly Row[], call: Call, fields: readonly string[]): Reply {
  const location = locationOf(call);
  const kept = narrow(
    rows.filter((row) => row.location === location),
    call.query,
    { fields, since: ["modifiedSince", "lastModifiedDate"], sort: "sort" },
  );
  const slice = page(kept, call.query);
  return ok({ records: slice.rows, count: slice.rows.length, totalResults: slice.total, hasMore: slice.next !== null });
}

function locationOf({ headers }: Call): string {
  const location = LOCATIONS.find((id) => id === headers["x-location-id"]);
  if (location) return location;
  throw new Refusal(400, "LOCATION_REQUIRED", `X-Location-Id must be one of ${LOCATIONS.join(", ")}.`);
}

const ITEMS: Row[] = many(240, 71, (n, { pick, int, maybe }) => ({
  internalId: String(n),
  itemId: `SKU-${1000 + n}`,
  displayName: `${pick(["Bolt", "Hinge", "Bracket", "Gasket", "Valve"])} ${int(2, 40)} mm`,
  location: LOCATIONS[n % 3],
  quantityOnHand: int(0, 900),
  averageCost: int(10, 9000) / 100,
  isInactive: n % 17 === 0,
  preferredVendor: maybe(30, pick(COMPANIES)),
  dateCreated: moment(n),
  lastModifiedDate: moment(n + int(0, 3000)),
}));

const ORDERS: Row[] = many(200, 72, (n, { pick, int, maybe }) => ({
  internalId: String(n),
  tranId: `SO-${2000 + n}`,
  customer: pick(COMPANIES),
  location: LOCATIONS[n % 3],
  status: pick(["pendingApproval", "pendingFulfilment", "billed", "closed"]),
  total: int(100, 90_000) / 10,
  memo: maybe(50, "Deliver to the back entrance"),
  lines: [{ itemId: `SKU-${1000 + int(1, 240)}`, quantity: int(1, 40), rate: int(10, 9000) / 100 }],
  dateCreated: moment(n * 2),
  lastModifiedDate: moment(n * 2 + int(0, 3000)),
}));
