import type { CatalogElement } from "../definition.ts";
import { date, dateTime, group, number, text, texts, whole } from "../fields.ts";
import { hubFields } from "../hub-fields.ts";
import { HUBS } from "../hubs.ts";
import { crud, type Kind, objectOf, polling, received } from "../kind.ts";
import { configured, endpoint, orderBy, pages, parameter, provesAccess, where } from "../parts.ts";
import { PROVIDER_URL } from "./provider-url.ts";

const DATE_FORMAT = "yyyy-MM-dd HH:mm:ss";
const dated = { created: "createdOn", updated: "modifiedOn", dateFormat: DATE_FORMAT };
const dates = {
  createdOn: dateTime("When it was made, in UTC"),
  modifiedOn: dateTime("When it was last changed, in UTC"),
};

const contact: Kind = {
  ...dated,
  one: "contact",
  many: "contacts",
  vendorName: "people",
  id: "personId",
  search: ["emailAddress", "familyName", "givenName", "companyId"],
  required: ["familyName"],
  fields: {
    personId: whole("Id of the person"),
    givenName: text("Given name"),
    familyName: text("Family name"),
    emailAddress: text("E-mail address; no two people share one"),
    mobile: text("Mobile phone"),
    jobTitle: text("Job title"),
    companyId: whole("Id of the company"),
    location: group("Where the person is", {
      line1: text("Street and number"),
      town: text("Town"),
      zip: text("Postal code"),
      countryCode: text("Country, two letters"),
    }),
    labels: texts("Labels"),
    ...dates,
  },
};

const account: Kind = {
  ...dated,
  one: "account",
  many: "accounts",
  vendorName: "companies",
  id: "companyId",
  search: ["title", "sector"],
  required: ["title"],
  fields: {
    companyId: whole("Id of the company"),
    title: text("Name of the company"),
    sector: text("Industry"),
    staff: whole("How many people work there"),
    site: text("Web address"),
    ...dates,
  },
};

const opportunity: Kind = {
  ...dated,
  one: "opportunity",
  many: "opportunities",
  vendorName: "deals",
  id: "dealId",
  search: ["title", "phase", "companyId"],
  required: ["title"],
  fields: {
    dealId: whole("Id of the deal"),
    title: text("Name"),
    companyId: whole("Id of the company"),
    phase: text("open, offer, won or lost"),
    worth: number("What it is worth"),
    currency: text("Currency, three letters"),
    expectedClose: date("When it should be decided"),
    ...dates,
  },
};

const activity: Kind = {
  ...dated,
  one: "activity",
  many: "activities",
  vendorName: "timeline",
  id: "entryId",
  fields: {
    entryId: whole("Id of the entry"),
    kind: text("note, call or visit"),
    text: text("What was said"),
    personId: whole("Id of the person"),
    companyId: whole("Id of the company"),
    ...dates,
  },
};

const list = ({ search = [] }: Kind) => ({
  rootKey: "items",
  parameters: [
    where([...search, "changed_after"].join(", ")),
    ...pages("page", "per_page"),
    orderBy("order", "A field to sort by, and desc for the other way round"),
  ],
});
const timeline = { rootKey: "items", parameters: pages("page", "per_page"), lists: received(activity) };

const inHub = { created_at: "createdOn", updated_at: "modifiedOn" };

const COMMON_RESOURCES = [
  hubFields(HUBS.crm.contacts, contact, {
    id: "personId",
    first_name: "givenName",
    last_name: "familyName",
    email: "emailAddress",
    phone: "mobile",
    title: "jobTitle",
    account_id: "companyId",
    "address.street": "location.line1",
    "address.city": "location.town",
    "address.postal_code": "location.zip",
    "address.country": "location.countryCode",
    "tags[*]": "labels[*]",
    ...inHub,
  }),
  hubFields(HUBS.crm.accounts, account, {
    id: "companyId",
    name: "title",
    website: "site",
    industry: "sector",
    employees: "staff",
    ...inHub,
  }),
  hubFields(HUBS.crm.opportunities, opportunity, {
    id: "dealId",
    name: "title",
    account_id: "companyId",
    stage: "phase",
    "amount.value": "worth",
    "amount.currency": "currency",
    close_date: "expectedClose",
    ...inHub,
  }),
  hubFields(HUBS.crm.activities, activity, {
    id: "entryId",
    type: "kind",
    note: "text",
    contact_id: "personId",
    account_id: "companyId",
    ...inHub,
  }),
];

export const demobeacon: CatalogElement = {
  key: "demobeacon",
  name: "Beacon CRM (demo)",
  hub: "crm",
  description: "A second CRM with different field names, authenticated by an API key.",
  authentication: { type: "apiKey" },
  configuration: configured("apiKey", {
    "base.url": `${PROVIDER_URL}/beacon/v2`,
    "pagination.type": "page",
    "pagination.page.startindex": "1",
    "pagination.max": "100",
    ...polling("crm", "changed_after", [contact, account]),
  }),
  parameters: [parameter("configuration", "username", "header", "X-Beacon-Key", "The API key", { required: true })],
  resources: [
    provesAccess("GET /people?per_page=1"),
    ...crud(contact, { providerPath: "/people", updates: "PUT", list: list(contact) }),
    ...crud(account, { providerPath: "/companies", updates: "PUT", list: list(account) }),
    ...crud(opportunity, { providerPath: "/deals", updates: "PUT", list: list(opportunity) }),
    endpoint("GET /contacts/{id}/activities", "GET /people/{id}/timeline", "List the activities of a contact", {
      ...timeline,
      names: { id: "The id of the contact" },
    }),
    endpoint(
      "GET /accounts/{accountId}/activities",
      "GET /companies/{accountId}/timeline",
      "List the activities of an account",
      {
        ...timeline,
        names: { accountId: "The id of the account" },
      },
    ),
  ],
  objects: [contact, account, opportunity, activity].map(objectOf),
  defaultTransformations: COMMON_RESOURCES,
};
