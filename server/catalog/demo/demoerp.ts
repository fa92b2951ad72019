import type { CatalogElement } from "../definition.ts";
import { dateTime, flag, groups, number, text, whole } from "../fields.ts";
import { crud, type Kind, objectOf, received } from "../kind.ts";
import {
  configurationEntry,
  configured,
  endpoint,
  orderBy,
  pages,
  parameter,
  preRequest,
  provesAccess,
  where,
} from "../parts.ts";
import { PROVIDER_URL } from "./provider-url.ts";

const dated = { id: "internalId", created: "dateCreated", updated: "lastModifiedDate" };
const dates = { dateCreated: dateTime("When it was made"), lastModifiedDate: dateTime("When it was last changed") };
const location = { location: text("Id of the location") };

const place: Kind = {
  one: "location",
  many: "locations",
  id: "id",
  fields: { id: text("Id of the location"), name: text("Name") },
};

const item: Kind = {
  ...dated,
  one: "item",
  many: "items",
  search: ["itemId", "isInactive"],
  required: ["itemId"],
  readOnly: ["location"],
  fields: {
    internalId: text("Id of the item"),
    itemId: text("Number of the item"),
    displayName: text("Name"),
    ...location,
    quantityOnHand: whole("How many are there"),
    averageCost: number("What one cost on average"),
    isInactive: flag("Whether it is sold no longer"),
    preferredVendor: text("Who it is bought from"),
    ...dates,
  },
};

const order: Kind = {
  ...dated,
  one: "salesOrder",
  many: "sales-orders",
  vendorName: "salesOrders",
  search: ["customer", "status"],
  required: ["customer"],
  readOnly: ["location", "tranId"],
  fields: {
    internalId: text("Id of the order"),
    tranId: text("Number of the order"),
    customer: text("Who ordered"),
    ...location,
    status: text("pendingApproval, pendingFulfilment, billed or closed"),
    total: number("What it costs"),
    memo: text("Memo"),
    lines: groups("What was ordered", {
      itemId: text("Number of the item"),
      quantity: whole("How many"),
      rate: number("Price of one"),
    }),
    ...dates,
  },
};

const list = ({ search = [] }: Kind) => ({
  rootKey: "records",
  parameters: [
    where([...search, "modifiedSince"].join(", ")),
    ...pages("offset", "limit"),
    orderBy("sort", "A field to sort by, and desc for the other way round"),
  ],
});

/** `Authorization: ERP …` with HMAC-SHA256 over account, key, time, nonce and method. */
const signature = preRequest(`
const account = configuration['erp.account'];
const key = configuration['erp.key'];
const timestamp = String(Date.now());
const nonce = CE.randomString() + CE.randomString();
const base = [account, key, timestamp, nonce, request_vendor_method].join('&');
const fields = { account, key, timestamp, nonce, signature: CE.hmacSha256Hex(configuration['erp.secret'], base) };
const list = Object.keys(fields).map((name) => name + '="' + fields[name] + '"').join(', ');
done({ request_vendor_headers: { Authorization: 'ERP ' + list } });
`);

export const demoerp: CatalogElement = {
  key: "demoerp",
  name: "Foundry (demo)",
  hub: "erp",
  description:
    "An ERP for trying out the product: items and sales orders by location, with a custom signature on every request.",
  authentication: { type: "custom" },
  configuration: configured(
    "custom",
    { "base.url": `${PROVIDER_URL}/erp/v1`, "pagination.type": "offset", "pagination.max": "1000" },
    [
      configurationEntry("erp.account", "Account", "The account at Foundry"),
      configurationEntry("erp.key", "Key", "The key of the integration"),
      configurationEntry("erp.secret", "Secret", "The secret of the integration", { type: "PASSWORD" }),
      configurationEntry("location.id", "Location", "The location that calls are about, unless a call names another"),
    ],
  ),
  // The last one with a value counts.
  parameters: [
    parameter("configuration", "location.id", "header", "X-Location-Id", "The location of this instance"),
    parameter("query", "locationId", "header", "X-Location-Id", "Another location, for this call"),
    parameter("header", "Elements-Location-Id", "header", "X-Location-Id", "Another location, for this call"),
  ],
  hooks: [signature],
  resources: [
    provesAccess("GET /locations"),
    endpoint("GET /locations", "GET /locations", "List locations", {
      rootKey: "records",
      paginationType: "VENDOR_NOT_SUPPORTED",
      lists: received(place),
    }),
    ...crud(item, { providerPath: "/items", list: list(item) }),
    ...crud(order, { providerPath: "/salesOrders", list: list(order) }),
  ],
  objects: [place, item, order].map(objectOf),
};
