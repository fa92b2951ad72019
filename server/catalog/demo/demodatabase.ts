import type { CatalogElement } from "../definition.ts";
import { date, flag, number, text, whole } from "../fields.ts";
import { changed, type Kind, objectOf, received, sent } from "../kind.ts";
import {
  configurationEntry,
  configured,
  endpoint,
  pages,
  parameter,
  postRequest,
  provesAccess,
  whereByHook,
} from "../parts.ts";

const customer: Kind = {
  one: "customer",
  many: "customers",
  vendorName: "Customers",
  id: "Id",
  search: ["Id", "Name", "address.city", "credit.limit", "IsActive", "Since"],
  required: ["Id", "Name"],
  fields: {
    Id: whole("Id of the customer"),
    Name: text("Name"),
    "address.city": text("City; the column has a period in its name"),
    "credit.limit": number("What may be owed"),
    IsActive: flag("Whether the customer still buys"),
    Since: date("Customer since"),
  },
};

const order: Kind = {
  one: "order",
  many: "orders",
  vendorName: "Orders",
  id: "Id",
  search: ["Id", "CustomerId", "status", "Status", "total"],
  fields: {
    Id: whole("Id of the order"),
    CustomerId: whole("Id of the customer"),
    status: text("State of the delivery, another column than Status"),
    Status: text("State of the payment, another column than status"),
    total: number("What it costs"),
  },
};

/** Column names in requests must not contain periods. */
const written = {
  Id: whole("Id of the customer"),
  Name: text("Name"),
  City: text("City"),
  CreditLimit: number("What may be owed"),
  IsActive: flag("Whether the customer still buys"),
};

const paging = [
  ...pages("page", "pageSize"),
  parameter("query", "orderBy", "no-op", "orderBy", "Columns to sort by, each with asc or desc"),
].map((each) => ({ ...each, vendorType: "no-op" as const }));
const list = ({ search = [] }: Kind) => ({
  parameters: [
    whereByHook(`${search.join(", ")}, in the case they are written in; columns with periods in back-ticks`),
    ...paging,
  ],
});

/** The row of a list that should have exactly one. */
const one = {
  rootKey: "[0]",
  hooks: [
    postRequest(
      "done(response_body.length > 0 ? {} : { response_status_code: 404, response_error: 'There is no such row.' });",
    ),
  ],
};
const affected = postRequest(
  "done(response_body.count > 0 ? {} : { response_status_code: 404, response_error: 'There is no such row.' });",
);
const counted = { name: "count", properties: { count: whole("How many rows it changed") } };
const byId = (what: string) => [
  parameter("path", "id", "path", "id", `The id of the ${what}`, {
    required: true,
    dataType: "integer",
    vendorDataType: "integer",
  }),
];

export const demodatabase: CatalogElement = {
  key: "demodatabase",
  name: "Database (demo)",
  hub: "db",
  description:
    "SQL over Postgres for trying out the product. Column names keep their case and may contain periods. A page has at most 50 rows.",
  authentication: { type: "custom" },
  protocolType: "jdbc",
  configuration: configured(
    "custom",
    {
      "base.url": "jdbc:postgresql://{db.host};databaseName={db.name}",
      "pagination.type": "offset",
      "pagination.max": "50",
    },
    [
      configurationEntry("db.host", "Host", "The database server, with its port if it is not 5432"),
      configurationEntry("db.name", "Database", "The name of the database"),
      configurationEntry("username", "User name", "The user of the database"),
      configurationEntry("password", "Password", "The password of that user", { type: "PASSWORD", required: false }),
    ],
  ),
  resources: [
    provesAccess("GET select 1"),
    endpoint(
      "GET /customers",
      'GET select * from "Customers" {where} {orderBy} limit {pageSize} offset {page}',
      "List customers",
      {
        ...list(customer),
        lists: received(customer),
      },
    ),
    endpoint("GET /customers/{id}", 'GET select * from "Customers" where "Id" = :id', "Read a customer", {
      ...one,
      parameters: byId("customer"),
      returns: received(customer),
    }),
    endpoint(
      "POST /customers",
      'POST insert into "Customers" ("Id", "Name", "address.city", "credit.limit", "IsActive", "Since") values (:Id, :Name, :City, :CreditLimit, coalesce(:IsActive, true), current_date)',
      "Create a customer",
      { takes: { ...sent(customer), properties: written, required: ["Id", "Name"] }, returns: counted },
    ),
    endpoint(
      "PATCH /customers/{id}",
      'PATCH update "Customers" set "Name" = coalesce(:Name, "Name"), "address.city" = coalesce(:City, "address.city"), "credit.limit" = coalesce(:CreditLimit, "credit.limit"), "IsActive" = coalesce(:IsActive, "IsActive") where "Id" = :id',
      "Update a customer",
      {
        hooks: [affected],
        parameters: byId("customer"),
        takes: { ...changed(customer), properties: written },
        returns: counted,
      },
    ),
    endpoint("DELETE /customers/{id}", 'DELETE delete from "Customers" where "Id" = :id', "Delete a customer", {
      hooks: [affected],
      parameters: byId("customer"),
      returns: counted,
    }),
    endpoint(
      "GET /orders",
      'GET select * from "Orders" {where} {orderBy} limit {pageSize} offset {page}',
      "List orders",
      {
        ...list(order),
        lists: received(order),
      },
    ),
    endpoint(
      "GET /customers/{id}/orders",
      'GET select * from "Orders" where "CustomerId" = :id and {where} {orderBy} limit {pageSize} offset {page}',
      "List the orders of a customer",
      {
        ...list(order),
        parameters: [...byId("customer"), ...(list(order).parameters ?? [])],
        lists: received(order),
      },
    ),
  ],
  objects: [customer, order].map(objectOf),
};
