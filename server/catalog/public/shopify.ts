import type { CatalogElement } from "../definition.ts";
import { dateTime, flag, group, groups, text, whole } from "../fields.ts";
import { crud, type Kind, objectOf } from "../kind.ts";
import {
  configurationEntry,
  configured,
  pages,
  parameter,
  preRequest,
  provesAccess,
  where,
  whereByHook,
} from "../parts.ts";

const dated = { id: "id", created: "created_at", updated: "updated_at", dateFormat: "yyyy-MM-dd'T'HH:mm:ssXXX" };
const dates = { created_at: dateTime("When it was made"), updated_at: dateTime("When it was last changed") };
const variants = groups("Variants", {
  id: whole("Id"),
  sku: text("Number of the item"),
  price: text("Price"),
  inventory_quantity: whole("How many are there"),
});

const customer: Kind = {
  ...dated,
  one: "customer",
  many: "customers",
  search: ["email", "phone", "first_name", "last_name", "state"],
  readOnly: ["orders_count", "total_spent", "state"],
  fields: {
    id: whole("Id of the customer"),
    email: text("E-mail address"),
    first_name: text("Given name"),
    last_name: text("Family name"),
    phone: text("Phone number"),
    note: text("Note"),
    tags: text("Tags, separated by commas"),
    verified_email: flag("Whether the address was confirmed"),
    state: text("disabled, invited, enabled or declined"),
    orders_count: whole("How many orders there are"),
    total_spent: text("What was spent in all"),
    ...dates,
  },
};

const order: Kind = {
  ...dated,
  one: "order",
  many: "orders",
  search: ["status", "financial_status", "fulfillment_status", "created_at_min", "updated_at_min"],
  required: ["line_items"],
  readOnly: ["name", "total_price", "fulfillment_status"],
  fields: {
    id: whole("Id of the order"),
    name: text("Number that people see"),
    email: text("E-mail address of the customer"),
    financial_status: text("paid, pending, refunded and so on"),
    fulfillment_status: text("fulfilled, partial or nothing"),
    currency: text("Currency, three letters"),
    total_price: text("Total"),
    note: text("Note"),
    tags: text("Tags, separated by commas"),
    customer: group("Customer", { id: whole("Id of the customer"), email: text("E-mail address") }),
    line_items: groups("What was ordered", {
      variant_id: whole("Id of the variant"),
      title: text("Name"),
      quantity: whole("How many"),
      price: text("Price of one"),
    }),
    ...dates,
  },
};

const product: Kind = {
  ...dated,
  one: "product",
  many: "products",
  search: ["title", "vendor", "product_type", "status", "updated_at_min"],
  required: ["title"],
  fields: {
    id: whole("Id of the product"),
    title: text("Name"),
    body_html: text("Description, in HTML"),
    vendor: text("Vendor"),
    product_type: text("Kind"),
    status: text("active, archived or draft"),
    tags: text("Tags, separated by commas"),
    variants,
    ...dates,
  },
};

/** Requests for further pages only accept the page token; another endpoint searches customers. */
const follow = preRequest(`
const isNext = Boolean(request_vendor_parameters.page_info);
const kept = ['page_info', 'limit', 'fields'];
const dropped = {};
Object.keys(request_vendor_parameters).forEach((name) => { if (isNext && !kept.includes(name)) dropped[name] = null; });
done({ request_vendor_parameters: dropped });
`);
const searchCustomers = preRequest(`
const terms = (request_expression || []).map(({ attribute, value }) => attribute + ':"' + String(value).replace(/"/g, '') + '"');
done(terms.length === 0 ? {} : {
  request_vendor_path: '/customers/search.json',
  request_vendor_parameters: request_vendor_parameters.page_info ? {} : { query: terms.join(' ') },
});
`);

const paging = pages("page_info", "limit");
const nextPageKey = "header:link";
const records = (kind: Kind) => ({
  providerPath: `/${kind.many}.json`,
  providerItemPath: `/${kind.many}/{id}.json`,
  updates: "PUT" as const,
  all: { rootKey: kind.one, requestRootKey: kind.one },
});
const list = ({ many, search = [] }: Kind) => ({
  rootKey: many,
  requestRootKey: "",
  nextPageKey,
  parameters: [where(search.join(", ")), ...paging],
  hooks: [follow],
});

export const shopify: CatalogElement = {
  key: "shopify",
  name: "Shopify",
  hub: "ecommerce",
  description: "Customers, orders and products of a Shopify shop.",
  authentication: { type: "oauth2" },
  elementMetadata: {
    api: { type: "rest", version: "2025-01", vendorDocumentationUrl: "https://shopify.dev/docs/api/admin-rest" },
  },
  configuration: configured(
    "oauth2",
    {
      "base.url": "https://{site.subdomain}.myshopify.com/admin/api/2025-01",
      "pagination.type": "cursor",
      "pagination.max": "250",
      "oauth.authorization.url": "https://{site.subdomain}.myshopify.com/admin/oauth/authorize",
      "oauth.token.url": "https://{site.subdomain}.myshopify.com/admin/oauth/access_token",
      "oauth.scope": "read_customers,write_customers,read_orders,write_orders,read_products,write_products",
    },
    [configurationEntry("site.subdomain", "Shop", "The first part of your shop's address: acme of acme.myshopify.com")],
  ),
  parameters: [
    parameter("configuration", "oauth.user.token", "header", "X-Shopify-Access-Token", "The access token", {
      required: true,
    }),
  ],
  resources: [
    provesAccess("GET /shop.json"),
    ...crud(customer, {
      ...records(customer),
      list: {
        ...list(customer),
        parameters: [whereByHook((customer.search ?? []).join(", ")), ...paging],
        hooks: [searchCustomers, follow],
      },
    }),
    ...crud(order, { ...records(order), list: list(order) }),
    ...crud(product, { ...records(product), list: list(product) }),
  ],
  objects: [customer, order, product].map(objectOf),
};
