import type { CatalogElement, CatalogResource } from "../definition.ts";
import { flag, group, text, whole } from "../fields.ts";
import { changed, type Kind, objectOf, received, sent } from "../kind.ts";
import {
  always,
  configurationEntry,
  configured,
  cursors,
  endpoint,
  parameter,
  postRequest,
  provesAccess,
  where,
} from "../parts.ts";

const dated = { id: "id", created: "created" };
const created = {
  created: whole("When it was made, in seconds since 1970"),
  livemode: flag("Whether it is not a test"),
};

const customer: Kind = {
  ...dated,
  one: "customer",
  many: "customers",
  search: ["email", "created"],
  readOnly: ["livemode", "balance", "delinquent"],
  fields: {
    id: text("Id of the customer"),
    name: text("Name"),
    email: text("E-mail address"),
    phone: text("Phone number"),
    description: text("Description"),
    address: group("Address", {
      line1: text("Street and number"),
      city: text("City"),
      postal_code: text("Postal code"),
      country: text("Country, two letters"),
    }),
    balance: whole("Balance in the smallest unit of the currency"),
    delinquent: flag("Whether a payment is overdue"),
    ...created,
  },
};

const product: Kind = {
  ...dated,
  one: "product",
  many: "products",
  search: ["active", "created"],
  required: ["name"],
  readOnly: ["livemode", "updated"],
  fields: {
    id: text("Id of the product"),
    name: text("Name"),
    description: text("Description"),
    active: flag("Whether it is sold"),
    default_price: text("Id of the usual price"),
    updated: whole("When it was last changed, in seconds since 1970"),
    ...created,
  },
};

const invoice: Kind = {
  ...dated,
  one: "invoice",
  many: "invoices",
  search: ["customer", "status", "subscription", "created"],
  required: ["customer"],
  readOnly: ["livemode", "number", "status", "total", "amount_due", "amount_paid", "hosted_invoice_url"],
  fields: {
    id: text("Id of the invoice"),
    number: text("Number of the invoice"),
    customer: text("Id of the customer"),
    status: text("draft, open, paid, uncollectible or void"),
    currency: text("Currency, three letters"),
    description: text("Description"),
    collection_method: text("charge_automatically or send_invoice"),
    days_until_due: whole("Days until it is due"),
    total: whole("Total in the smallest unit of the currency"),
    amount_due: whole("What is to pay"),
    amount_paid: whole("What was paid"),
    hosted_invoice_url: text("Where it can be paid"),
    ...created,
  },
};

const subscription: Kind = {
  ...dated,
  one: "subscription",
  many: "subscriptions",
  search: ["customer", "status", "price"],
  fields: {
    id: text("Id of the subscription"),
    customer: text("Id of the customer"),
    status: text("active, past_due, canceled, trialing and so on"),
    cancel_at_period_end: flag("Whether it ends with this period"),
    ...created,
  },
};

const payment: Kind = {
  ...dated,
  one: "payment",
  many: "payments",
  vendorName: "payment_intents",
  search: ["customer", "created"],
  required: ["amount", "currency"],
  readOnly: ["livemode", "status"],
  fields: {
    id: text("Id of the payment"),
    amount: whole("Amount in the smallest unit of the currency"),
    currency: text("Currency, three letters"),
    customer: text("Id of the customer"),
    description: text("Description"),
    receipt_email: text("Where the receipt goes"),
    status: text("succeeded, requires_action and so on"),
    ...created,
  },
};

const refund: Kind = {
  ...dated,
  one: "refund",
  many: "refunds",
  search: ["charge", "payment_intent"],
  readOnly: ["status", "currency"],
  fields: {
    id: text("Id of the refund"),
    payment_intent: text("Id of the payment"),
    amount: whole("Amount; all of it when left out"),
    reason: text("duplicate, fraudulent or requested_by_customer"),
    currency: text("Currency, three letters"),
    status: text("succeeded, pending, failed or canceled"),
    created: whole("When it was made, in seconds since 1970"),
  },
};

/** The next page begins after the last id of this page. */
const nextPage = postRequest(`
const rows = (!response_iserror && response_body && response_body.data) || [];
const last = rows[rows.length - 1];
const token = last && response_body.has_more ? last.id : '';
done({ response_headers: { 'elements-next-page-token': token } });
`);

const names = ({ one }: Kind) => ({ id: `The id of the ${one}` });
const list = (kind: Kind) =>
  endpoint(`GET /${kind.many}`, `GET /${kind.vendorName ?? kind.many}`, `List ${kind.many}`, {
    rootKey: "data",
    parameters: [where((kind.search ?? []).join(", ")), ...cursors("starting_after", "limit")],
    hooks: [nextPage],
    lists: received(kind),
  });
const read = (kind: Kind) =>
  endpoint(`GET /${kind.many}/{id}`, `GET /${kind.vendorName ?? kind.many}/{id}`, `Read a ${kind.one}`, {
    names: names(kind),
    returns: received(kind),
  });

/** Stripe expects forms: each field of the body becomes one field, nested ones `address[city]`. */
function formOf({ fields }: Kind, written: Record<string, unknown>) {
  return Object.keys(written).flatMap((name) => {
    const inner = fields[name]?.properties;
    const paths = inner ? Object.keys(inner).map((each) => [`${name}.${each}`, `${name}[${each}]`]) : [[name, name]];
    return paths.map(([ours = "", theirs = ""]) =>
      parameter("bodyField", ours, "form", theirs, fields[name]?.description ?? name),
    );
  });
}
const create = (kind: Kind): CatalogResource => {
  const model = sent(kind);
  return endpoint(`POST /${kind.many}`, `POST /${kind.vendorName ?? kind.many}`, `Create a ${kind.one}`, {
    parameters: [bodyOf(model.name), ...formOf(kind, model.properties)],
    takes: model,
    returns: received(kind),
  });
};
const update = (kind: Kind): CatalogResource => {
  const model = changed(kind);
  return endpoint(`PATCH /${kind.many}/{id}`, `POST /${kind.vendorName ?? kind.many}/{id}`, `Update a ${kind.one}`, {
    names: names(kind),
    parameters: [bodyOf(model.name), ...formOf(kind, model.properties)],
    takes: model,
    returns: received(kind),
  });
};
const remove = (kind: Kind) =>
  endpoint(`DELETE /${kind.many}/{id}`, `DELETE /${kind.vendorName ?? kind.many}/{id}`, `Delete a ${kind.one}`, {
    names: names(kind),
  });

/** Describes the body; its fields are sent individually. */
function bodyOf(model: string) {
  return parameter("body", "body", "no-op", "body", `The ${model} object`, {
    required: true,
    dataType: model,
    vendorDataType: model,
    model,
  });
}

/** A restricted key without access to the balance is still a valid key. */
const restricted = postRequest("done(response_status_code === 403 ? { response_status_code: 200 } : {});");

export const stripe: CatalogElement = {
  key: "stripe",
  name: "Stripe",
  hub: "payment",
  description: "Customers, products, invoices, subscriptions, payments and refunds of Stripe.",
  authentication: { type: "apiKey" },
  elementMetadata: {
    api: { type: "rest", version: "2024-06-20", vendorDocumentationUrl: "https://docs.stripe.com/api" },
  },
  configuration: configured(
    "apiKey",
    { "base.url": "https://api.stripe.com/v1", "pagination.type": "cursor", "pagination.max": "100" },
    [
      configurationEntry("username", "Secret key", "A secret or restricted key of the Stripe dashboard, sk_… or rk_…", {
        type: "PASSWORD",
      }),
    ],
  ),
  parameters: [
    always("Bearer ${configuration.username}", "header", "Authorization"),
    always("2024-06-20", "header", "Stripe-Version"),
  ],
  resources: [
    provesAccess("GET /balance", { hooks: [restricted] }),
    ...[list, create, read, update, remove].map((make) => make(customer)),
    ...[list, create, read, update].map((make) => make(product)),
    ...[list, create, read].map((make) => make(invoice)),
    ...[list, read, remove].map((make) => make(subscription)),
    ...[list, create, read].map((make) => make(payment)),
    ...[list, create, read].map((make) => make(refund)),
  ],
  objects: [customer, product, invoice, subscription, payment, refund].map(objectOf),
};
