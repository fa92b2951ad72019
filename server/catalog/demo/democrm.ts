import type { CatalogElement } from "../definition.ts";
import { date, dateTime, group, groups, number, text, texts, whole } from "../fields.ts";
import { crud, type Kind, objectOf, polling, received, sent } from "../kind.ts";
import { configured, cursors, endpoint, orderBy, provesAccess, where } from "../parts.ts";
import { demoOAuth } from "./oauth.ts";
import { PROVIDER_URL } from "./provider-url.ts";
import { demoWebhooks } from "./webhooks.ts";

const associations = groups("What the record belongs to", {
  type: text("Kind of the other record"),
  id: text("Its id"),
});
const address = group("Postal address", {
  street: text("Street and number"),
  city: text("City"),
  postal_code: text("Postal code"),
  country: text("Country, two letters"),
});
const money = (description: string) =>
  group(description, { value: number("Amount"), currency: text("Currency, three letters") });
const dated = { created: "created_at", updated: "updated_at", id: "id" };
const dates = { created_at: dateTime("When it was made"), updated_at: dateTime("When it was last changed") };

const contact: Kind = {
  ...dated,
  one: "contact",
  many: "contacts",
  search: ["email", "last_name", "first_name", "account_id", "owner.id", "address.city"],
  required: ["last_name"],
  fields: {
    id: text("Id of the contact"),
    first_name: text("Given name"),
    last_name: text("Family name"),
    email: text("E-mail address; no two contacts share one"),
    phone: text("Phone number"),
    title: text("Job title"),
    account_id: text("Id of the account the contact belongs to"),
    owner: group("Who looks after the contact", { id: text("Id of the user"), name: text("Name of the user") }),
    address,
    tags: texts("Tags"),
    associations,
    birthday: date("Birthday"),
    ...dates,
  },
};

const account: Kind = {
  ...dated,
  one: "account",
  many: "accounts",
  search: ["name", "industry", "address.city"],
  required: ["name"],
  fields: {
    id: text("Id of the account"),
    name: text("Name of the company"),
    website: text("Web address"),
    industry: text("Industry"),
    employees: whole("How many people work there"),
    annual_revenue: money("Revenue of a year"),
    phone: text("Phone number"),
    address,
    associations,
    ...dates,
  },
};

const opportunity: Kind = {
  ...dated,
  one: "opportunity",
  many: "opportunities",
  search: ["name", "stage", "account_id"],
  required: ["name"],
  fields: {
    id: text("Id of the opportunity"),
    name: text("Name"),
    account_id: text("Id of the account"),
    stage: text("qualification, proposal, negotiation, won or lost"),
    amount: money("What it is worth"),
    probability: whole("Probability in percent"),
    close_date: date("When it should be decided"),
    associations,
    ...dates,
  },
};

const activity: Kind = {
  ...dated,
  one: "activity",
  many: "activities",
  search: ["type"],
  required: ["subject"],
  readOnly: ["contact_id", "account_id"],
  fields: {
    id: text("Id of the activity"),
    type: text("call, email or meeting"),
    subject: text("Subject"),
    note: text("Note"),
    duration_minutes: whole("How long it took, in minutes"),
    contact_id: text("Id of the contact"),
    account_id: text("Id of the account"),
    associations,
    happened_at: dateTime("When it happened"),
    ...dates,
  },
};

const list = ({ search = [] }: Kind) => ({
  parameters: [
    where([...search, "modified_since"].join(", ")),
    ...cursors("after", "limit"),
    orderBy("sort", "A field to sort by, and desc for the other way round"),
  ],
  nextPageKey: "paging.next",
  defaultPageSize: 100,
});
const data = { rootKey: "data" };
/** More than 100 are refused, not reduced to 100 (spec §8). */
const activities = { ...data, ...list(activity), maxPageSize: 100, lists: received(activity) };

const webhooks = demoWebhooks({
  contact: "contacts",
  account: "accounts",
  opportunity: "opportunities",
  activity: "activities",
});

export const democrm: CatalogElement = {
  key: "democrm",
  name: "Acme CRM (demo)",
  hub: "crm",
  description: "A CRM for trying out the product: contacts, accounts, opportunities and activities behind OAuth 2.",
  authentication: { type: "oauth2" },
  configuration: configured(
    "oauth2",
    {
      "base.url": `${PROVIDER_URL}/crm`,
      "pagination.type": "cursor",
      "pagination.max": "200",
      ...demoOAuth("crm"),
      "oauth.pkce": "true",
      ...polling("crm", "modified_since", [contact, account, opportunity]),
      // It can also be polled: the user chooses when connecting.
      "event.vendor.type": "webhook",
    },
    webhooks.configuration,
  ),
  hooks: webhooks.hooks,
  resources: [
    provesAccess("GET /contacts?limit=1"),
    ...webhooks.resources,
    ...crud(contact, { providerPath: "/contacts", all: data, list: list(contact) }),
    ...crud(account, { providerPath: "/accounts", all: data, list: list(account) }),
    ...crud(opportunity, { providerPath: "/opportunities", all: data, list: list(opportunity) }),
    endpoint("GET /contacts/{id}/activities", "GET /contacts/{id}/activities", "List the activities of a contact", {
      ...activities,
      names: { id: "The id of the contact" },
    }),
    endpoint("POST /contacts/{id}/activities", "POST /contacts/{id}/activities", "Record an activity of a contact", {
      ...data,
      names: { id: "The id of the contact" },
      takes: sent(activity),
      returns: received(activity),
    }),
    endpoint(
      "GET /accounts/{accountId}/activities",
      "GET /accounts/{accountId}/activities",
      "List the activities of an account",
      {
        ...activities,
        names: { accountId: "The id of the account" },
      },
    ),
  ],
  objects: [contact, account, opportunity, activity].map(objectOf),
};
