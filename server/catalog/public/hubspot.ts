import type { CatalogElement } from "../definition.ts";
import { dateTime, flag, text } from "../fields.ts";
import { hubFields } from "../hub-fields.ts";
import { HUBS } from "../hubs.ts";
import { crud, type Kind, objectOf, received } from "../kind.ts";
import {
  always,
  configured,
  cursors,
  endpoint,
  parameter,
  postRequest,
  preRequest,
  provesAccess,
  whereByHook,
} from "../parts.ts";

const dated = { id: "id", created: "createdAt", updated: "updatedAt", readOnly: ["archived"] };
const record = {
  createdAt: dateTime("When it was made"),
  updatedAt: dateTime("When it was last changed"),
  archived: flag("Whether it was deleted"),
};
const place = {
  address: text("Street and number"),
  city: text("City"),
  state: text("State or region"),
  zip: text("Postal code"),
  country: text("Country"),
};
const owner = { hubspot_owner_id: text("Id of the owner") };

const contact: Kind = {
  ...dated,
  one: "contact",
  many: "contacts",
  search: ["email", "firstname", "lastname", "company", "lifecyclestage", "hubspot_owner_id", "lastmodifieddate"],
  fields: {
    id: text("Id of the contact"),
    email: text("E-mail address"),
    firstname: text("Given name"),
    lastname: text("Family name"),
    phone: text("Phone number"),
    mobilephone: text("Mobile phone"),
    jobtitle: text("Job title"),
    company: text("Name of the company"),
    website: text("Web address"),
    lifecyclestage: text("Lifecycle stage, such as lead or customer"),
    hs_lead_status: text("Lead status"),
    ...owner,
    ...place,
    ...record,
  },
};

const account: Kind = {
  ...dated,
  one: "account",
  many: "accounts",
  vendorName: "companies",
  search: ["name", "domain", "industry", "hubspot_owner_id", "hs_lastmodifieddate"],
  fields: {
    id: text("Id of the company"),
    name: text("Name"),
    domain: text("Domain of its web site"),
    phone: text("Phone number"),
    industry: text("Industry"),
    numberofemployees: text("How many people work there"),
    annualrevenue: text("Revenue of a year"),
    description: text("Description"),
    website: text("Web address"),
    ...owner,
    ...place,
    ...record,
  },
};

const opportunity: Kind = {
  ...dated,
  one: "opportunity",
  many: "opportunities",
  vendorName: "deals",
  search: ["dealname", "dealstage", "pipeline", "amount", "closedate", "hubspot_owner_id", "hs_lastmodifieddate"],
  fields: {
    id: text("Id of the deal"),
    dealname: text("Name"),
    amount: text("What it is worth"),
    dealstage: text("Stage of the pipeline"),
    pipeline: text("Pipeline"),
    closedate: text("When it should be decided"),
    dealtype: text("newbusiness or existingbusiness"),
    description: text("Description"),
    ...owner,
    ...record,
  },
};

const user: Kind = {
  one: "user",
  many: "users",
  vendorName: "owners",
  id: "id",
  fields: {
    id: text("Id of the owner"),
    email: text("E-mail address"),
    firstName: text("Given name"),
    lastName: text("Family name"),
    archived: flag("Whether the user was deleted"),
    createdAt: dateTime("When it was made"),
    updatedAt: dateTime("When it was last changed"),
  },
};

/** With a `where`, the list is requested from the search endpoint. */
const search = preRequest(`
const operators = {
  '=': 'EQ', '!=': 'NEQ', '<': 'LT', '<=': 'LTE', '>': 'GT', '>=': 'GTE', LIKE: 'CONTAINS_TOKEN', IN: 'IN',
  'IS NULL': 'NOT_HAS_PROPERTY', 'IS NOT NULL': 'HAS_PROPERTY',
};
const updated = request_vendor_path.includes('/contacts') ? 'lastmodifieddate' : 'hs_lastmodifieddate';
const properties = { id: 'hs_object_id', createdAt: 'createdate', updatedAt: updated };
const filters = (request_expression || []).map(({ attribute, operator, value }) => {
  const filter = { propertyName: properties[attribute] || attribute, operator: operators[operator] };
  if (Array.isArray(value)) filter.values = value.map(String);
  else if (value !== null) filter.value = operator === 'LIKE' ? String(value).replace(/%/g, '*') : String(value);
  return filter;
});
const { limit, after, properties: wanted } = request_vendor_parameters;
const search = { filterGroups: [{ filters }], limit: Number(limit), properties: wanted.split(',') };
if (after) search.after = after;
done(filters.length === 0 ? {} : {
  request_vendor_method: 'POST',
  request_vendor_path: request_vendor_path + '/search',
  request_vendor_parameters: { limit: null, after: null, properties: null },
  request_vendor_body: search,
});
`);

/** Moves the properties of a record next to its id. */
const flat = postRequest(`
const flat = ({ id, properties, createdAt, updatedAt, archived }) =>
  Object.assign({}, properties, { id, createdAt, updatedAt, archived });
const isOne = !response_iserror && response_body && response_body.properties;
const isList = !response_iserror && response_body && response_body.results;
if (isOne) done({ response_body: flat(response_body) });
else if (isList) done({ response_body: { results: response_body.results.map(flat), paging: response_body.paging } });
else done({});
`);

/** Only the id of a contact's account is known. */
const idsOfAccounts = postRequest(`
const { results, paging } = (!response_iserror && response_body) || {};
done(results ? { response_body: { results: results.map(({ toObjectId }) => ({ id: String(toObjectId) })), paging } } : {});
`);

const records = (kind: Kind) => {
  const names = Object.keys(kind.fields).filter((name) => !["id", "createdAt", "updatedAt", "archived"].includes(name));
  const properties = always(names.join(","), "query", "properties");
  return crud(kind, {
    providerPath: `/crm/v3/objects/${kind.vendorName ?? kind.many}`,
    list: {
      rootKey: "results",
      nextPageKey: "paging.next.after",
      parameters: [properties, whereByHook((kind.search ?? []).join(", ")), ...cursors("after", "limit")],
      hooks: [search, flat],
    },
    create: { requestRootKey: "properties", hooks: [flat] },
    read: { parameters: [properties], hooks: [flat] },
    update: { requestRootKey: "properties", hooks: [flat] },
  });
};

const inHub = { id: "id", created_at: "createdAt", updated_at: "updatedAt" };
const address = {
  "address.street": "address",
  "address.city": "city",
  "address.postal_code": "zip",
  "address.country": "country",
};

const COMMON_RESOURCES = [
  hubFields(HUBS.crm.contacts, contact, {
    first_name: "firstname",
    last_name: "lastname",
    email: "email",
    phone: "phone",
    title: "jobtitle",
    ...address,
    ...inHub,
  }),
  hubFields(HUBS.crm.accounts, account, {
    name: "name",
    website: "website",
    industry: "industry",
    employees: "numberofemployees",
    phone: "phone",
    "annual_revenue.value": "annualrevenue",
    ...address,
    ...inHub,
  }),
  hubFields(HUBS.crm.opportunities, opportunity, {
    name: "dealname",
    stage: "dealstage",
    "amount.value": "amount",
    close_date: { from: "closedate", mask: "yyyy-MM-dd" },
    ...inHub,
  }),
  hubFields(HUBS.crm.users, user, {
    email: "email",
    first_name: "firstName",
    last_name: "lastName",
    ...inHub,
  }),
];

export const hubspot: CatalogElement = {
  key: "hubspot",
  name: "HubSpot CRM",
  hub: "crm",
  description: "Contacts, companies and deals of HubSpot.",
  authentication: { type: "oauth2" },
  elementMetadata: {
    api: {
      type: "rest",
      version: "v3",
      vendorDocumentationUrl: "https://developers.hubspot.com/docs/api/crm/understanding-the-crm",
    },
  },
  configuration: configured("oauth2", {
    "base.url": "https://api.hubapi.com",
    "pagination.type": "cursor",
    "pagination.max": "100",
    "oauth.authorization.url": "https://app.hubspot.com/oauth/authorize",
    "oauth.token.url": "https://api.hubapi.com/oauth/v1/token",
    "oauth.token.refresh_url": "https://api.hubapi.com/oauth/v1/token",
    "oauth.scope":
      "oauth crm.objects.contacts.read crm.objects.contacts.write crm.objects.companies.read crm.objects.companies.write crm.objects.deals.read crm.objects.deals.write crm.objects.owners.read",
  }),
  resources: [
    provesAccess("GET /account-info/v3/details"),
    ...records(contact),
    ...records(account),
    ...records(opportunity),
    endpoint(
      "GET /contacts/{id}/accounts",
      "GET /crm/v4/objects/contacts/{id}/associations/companies",
      "List the accounts a contact belongs to",
      {
        rootKey: "results",
        nextPageKey: "paging.next.after",
        names: { id: "The id of the contact" },
        parameters: cursors("after", "limit"),
        hooks: [idsOfAccounts],
        lists: { name: "association", properties: { id: text("Id of the account") } },
      },
    ),
    endpoint("GET /users", "GET /crm/v3/owners", "List users; email finds one", {
      rootKey: "results",
      nextPageKey: "paging.next.after",
      parameters: [
        parameter("query", "email", "query", "email", "The e-mail address of the user"),
        ...cursors("after", "limit"),
      ],
      lists: received(user),
    }),
  ],
  objects: [contact, account, opportunity, user].map(objectOf),
  defaultTransformations: COMMON_RESOURCES,
};
