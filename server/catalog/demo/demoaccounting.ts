import type { CatalogElement } from "../definition.ts";
import { date, dateTime, flag, groups, number, text } from "../fields.ts";
import { crud, type Kind, objectOf } from "../kind.ts";
import { configured, orderBy, pages, parameter, provesAccess, sets, whereOData } from "../parts.ts";
import { demoOAuth } from "./oauth.ts";
import { PROVIDER_URL } from "./provider-url.ts";

const dated = { id: "documentId", created: "created", updated: "lastModified" };
const dates = { created: dateTime("When it was made"), lastModified: dateTime("When it was last changed") };

const invoice: Kind = {
  ...dated,
  one: "purchaseInvoice",
  many: "purchase-invoices",
  vendorName: "purchaseInvoices",
  search: ["vendorName", "number", "total", "dueDate", "isPaid"],
  required: ["vendorName"],
  fields: {
    documentId: text("Id of the invoice"),
    number: text("Number of the invoice"),
    vendorName: text("Who sent it"),
    dueDate: date("When it is due"),
    total: number("What is to pay"),
    currency: text("Currency, three letters"),
    isPaid: flag("Whether it is paid"),
    memo: text("Memo"),
    lines: groups("Lines; returned from minor version 65 on", {
      description: text("What for"),
      quantity: number("How many"),
      amount: number("What they cost"),
    }),
    ...dates,
  },
};

const check: Kind = {
  ...dated,
  one: "check",
  many: "checks",
  search: ["payee", "number", "amount", "date"],
  required: ["payee"],
  fields: {
    documentId: text("Id of the check"),
    number: text("Number of the check"),
    payee: text("Who is paid"),
    amount: number("How much"),
    currency: text("Currency, three letters"),
    date: date("Day of the check"),
    memo: text("Memo"),
    ...dates,
  },
};

const list = ({ search = [] }: Kind) => ({
  rootKey: "value",
  parameters: [
    whereOData(`${search.join(", ")}; two single quotes in a value mean one`),
    ...pages("$skip", "$top"),
    orderBy("$orderby", "A field to sort by, and desc for the other way round"),
  ],
});

const inGroup = (groupName: string, entries: ReturnType<typeof configured>, isIts: (key: string) => boolean) =>
  entries.map((entry) => (isIts(entry.key) ? { ...entry, groupName } : entry));

export const demoaccounting: CatalogElement = {
  key: "demoaccounting",
  name: "Ledgerly (demo)",
  hub: "finance",
  description:
    "Accounting for trying out the product: purchase invoices and checks, behind OAuth 2 or a user name with an API key.",
  authentication: { type: "oauth2" },
  configuration: inGroup(
    "oauth2",
    configured(
      "oauth2",
      {
        "base.url": `${PROVIDER_URL}/accounting/company`,
        "pagination.type": "offset",
        "pagination.max": "1000",
        ...demoOAuth("accounting"),
      },
      [
        {
          key: "authentication.type",
          name: "Authentication type",
          description: "OAuth 2, or a user name with an API key",
          type: "COMBO",
          defaultValue: "oauth2",
          required: true,
          groupControl: true,
          options: [
            { value: "oauth2", description: "OAuth 2" },
            { value: "basic", description: "User name and API key" },
          ],
        },
        {
          key: "username",
          name: "User name",
          description: "The user name at Ledgerly",
          type: "TEXTFIELD_128",
          required: true,
          groupName: "basic",
        },
        {
          key: "password",
          name: "API key",
          description: "The API key of that user",
          type: "PASSWORD",
          required: true,
          groupName: "basic",
        },
        sets(
          "demoaccounting.minorversion",
          "65",
          "Minor version",
          "The version of the provider's API that every call asks for",
          {
            hideFromConsole: false,
          },
        ),
      ],
    ),
    (key) => key.startsWith("oauth."),
  ),
  parameters: [
    parameter(
      "configuration",
      "demoaccounting.minorversion",
      "query",
      "minorversion",
      "The version of the provider's API",
    ),
  ],
  resources: [
    provesAccess("GET /checks?$top=1"),
    ...crud(invoice, { providerPath: "/purchaseInvoices", updates: "PUT", list: list(invoice) }),
    ...crud(check, { providerPath: "/checks", updates: "PUT", list: list(check) }),
  ],
  objects: [invoice, check].map(objectOf),
};
