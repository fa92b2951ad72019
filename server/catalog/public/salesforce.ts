import type { CatalogElement, CatalogResource } from "../definition.ts";
import { date, dateTime, flag, number, text } from "../fields.ts";
import { hubFields } from "../hub-fields.ts";
import { HUBS } from "../hubs.ts";
import { crud, type Kind, objectOf } from "../kind.ts";
import {
  always,
  configurationEntry,
  configured,
  pages,
  parameter,
  postRequest,
  preRequest,
  provesAccess,
  whereByHook,
} from "../parts.ts";

const dated = {
  id: "Id",
  created: "CreatedDate",
  updated: "LastModifiedDate",
  dateFormat: "yyyy-MM-dd'T'HH:mm:ss.SSSZ",
};
const dates = { CreatedDate: dateTime("When it was made"), LastModifiedDate: dateTime("When it was last changed") };
const owner = { OwnerId: text("Id of the owner") };
const mailing = {
  MailingStreet: text("Street"),
  MailingCity: text("City"),
  MailingState: text("State"),
  MailingPostalCode: text("Postal code"),
  MailingCountry: text("Country"),
};

const contact: Kind = {
  ...dated,
  one: "contact",
  many: "contacts",
  vendorName: "Contact",
  search: ["Id", "Email", "LastName", "FirstName", "AccountId", "LastModifiedDate"],
  required: ["LastName"],
  readOnly: ["Name"],
  fields: {
    Id: text("Id of the contact"),
    FirstName: text("Given name"),
    LastName: text("Family name"),
    Name: text("Full name"),
    Email: text("E-mail address"),
    Phone: text("Phone number"),
    MobilePhone: text("Mobile phone"),
    Title: text("Job title"),
    AccountId: text("Id of the account"),
    ...mailing,
    ...owner,
    ...dates,
  },
};

const account: Kind = {
  ...dated,
  one: "account",
  many: "accounts",
  vendorName: "Account",
  search: ["Id", "Name", "Industry", "Type", "LastModifiedDate"],
  required: ["Name"],
  fields: {
    Id: text("Id of the account"),
    Name: text("Name"),
    Type: text("Type, such as Customer"),
    Industry: text("Industry"),
    Phone: text("Phone number"),
    Website: text("Web address"),
    NumberOfEmployees: number("How many people work there"),
    AnnualRevenue: number("Revenue of a year"),
    BillingStreet: text("Street"),
    BillingCity: text("City"),
    BillingPostalCode: text("Postal code"),
    BillingCountry: text("Country"),
    ...owner,
    ...dates,
  },
};

const opportunity: Kind = {
  ...dated,
  one: "opportunity",
  many: "opportunities",
  vendorName: "Opportunity",
  search: ["Id", "Name", "StageName", "AccountId", "CloseDate", "LastModifiedDate"],
  required: ["Name", "StageName", "CloseDate"],
  readOnly: ["IsClosed", "IsWon"],
  fields: {
    Id: text("Id of the opportunity"),
    Name: text("Name"),
    AccountId: text("Id of the account"),
    StageName: text("Stage"),
    Amount: number("What it is worth"),
    Probability: number("Probability in percent"),
    CloseDate: date("When it should be decided"),
    IsClosed: flag("Whether it is decided"),
    IsWon: flag("Whether it was won"),
    ...owner,
    ...dates,
  },
};

const lead: Kind = {
  ...dated,
  one: "lead",
  many: "leads",
  vendorName: "Lead",
  search: ["Id", "Email", "LastName", "Company", "Status", "LastModifiedDate"],
  required: ["LastName", "Company"],
  fields: {
    Id: text("Id of the lead"),
    FirstName: text("Given name"),
    LastName: text("Family name"),
    Company: text("Company"),
    Email: text("E-mail address"),
    Phone: text("Phone number"),
    Status: text("Status"),
    LeadSource: text("Where it came from"),
    ...owner,
    ...dates,
  },
};

const activity: Kind = {
  ...dated,
  one: "activity",
  many: "activities",
  vendorName: "Task",
  search: ["Id", "WhoId", "WhatId", "Status", "ActivityDate", "LastModifiedDate"],
  fields: {
    Id: text("Id of the task"),
    Subject: text("Subject"),
    Description: text("Description"),
    Status: text("Status"),
    Priority: text("Priority"),
    ActivityDate: date("When it is due"),
    WhoId: text("Id of the contact or lead"),
    WhatId: text("Id of the account or opportunity"),
    ...owner,
    ...dates,
  },
};

const user: Kind = {
  ...dated,
  one: "user",
  many: "users",
  vendorName: "User",
  search: ["Id", "Email", "Username", "IsActive"],
  fields: {
    Id: text("Id of the user"),
    FirstName: text("Given name"),
    LastName: text("Family name"),
    Name: text("Full name"),
    Email: text("E-mail address"),
    Username: text("User name"),
    IsActive: flag("Whether the user may sign in"),
    ...dates,
  },
};

/**
 * Builds the query in SOQL. Pages continue after the last id, which works without a limit; a list in another order uses
 * offsets. `sobject` is a parameter that is not sent to the query endpoint.
 */
const query = preRequest(`
const column = (name) => {
  if (!/^[A-Za-z_][A-Za-z0-9_.]*$/.test(name)) throw new Error('where: ' + name + ' is not a field.');
  return name;
};
const isDate = (name, value) => /(Date|Stamp|Birthdate|__c)$/.test(name) && /^\\d{4}-\\d\\d-\\d\\d(T[\\d:.]+(Z|[+-]\\d\\d:?\\d\\d))?$/.test(value);
const literal = (name, value) => typeof value !== 'string' || isDate(name, value)
  ? String(value).replace(/([+-]\\d\\d)(\\d\\d)$/, '$1:$2')
  : "'" + value.replace(/\\\\/g, '\\\\\\\\').replace(/'/g, "\\\\'") + "'";
const conditions = (request_expression || []).map(({ attribute, operator, value }) => {
  const name = column(attribute);
  if (value === null) return name + (operator === 'IS NULL' ? ' = null' : ' != null');
  if (Array.isArray(value)) return name + ' IN (' + value.map((each) => literal(name, each)).join(', ') + ')';
  return name + ' ' + operator + ' ' + literal(name, value);
});

const { sobject, nextPage, limit, order } = request_vendor_parameters;
const [, offset] = /^offset:(\\d+)$/.exec(nextPage || '') || [];
const isSorted = Boolean(order);
if (nextPage && !offset) conditions.push("Id > '" + String(nextPage).replace(/[^A-Za-z0-9]/g, '') + "'");
const [field, direction] = String(order || 'Id').trim().split(/\\s+/);
const soql = 'SELECT FIELDS(ALL) FROM ' + sobject
  + (conditions.length ? ' WHERE ' + conditions.join(' AND ') : '')
  + ' ORDER BY ' + column(field) + (/^desc$/i.test(direction || '') ? ' DESC' : '')
  + ' LIMIT ' + Number(limit)
  + (isSorted && offset ? ' OFFSET ' + offset : '');
done({ request_vendor_parameters: { q: soql, sobject: null, nextPage: null, limit: null, order: null } });
`);

const nextPage = postRequest(`
const soql = request_vendor_parameters.q || '';
const [, limit] = /LIMIT (\\d+)/.exec(soql) || [];
const [, offset = '0'] = /OFFSET (\\d+)/.exec(soql) || [];
const rows = (!response_iserror && response_body && response_body.records) || [];
const last = rows[rows.length - 1];
const isFull = rows.length > 0 && rows.length === Number(limit);
const byId = /ORDER BY Id LIMIT/.test(soql);
done({ response_headers: { 'elements-next-page-token': !isFull ? '' : byId ? last.Id : 'offset:' + (Number(offset) + rows.length) } });
`);

const list = ({ vendorName = "", search = [] }: Kind) => ({
  rootKey: "records",
  parameters: [
    always(vendorName, "query", "sobject"),
    whereByHook(`${search.join(", ")} and every other field of ${vendorName}`),
    ...pages("page", "limit").filter(({ name }) => name === "pageSize"),
    parameter("query", "nextPage", "query", "nextPage", "The token of the next page, from Elements-Next-Page-Token"),
    parameter("query", "orderBy", "query", "order", "A field to sort by, and desc for the other way round"),
  ],
  hooks: [query, nextPage],
});

/** The id of a created record has another name than in all other responses. */
const idOfCreated = postRequest(`
const { id } = (!response_iserror && response_body) || {};
done(id ? { response_body: Object.assign({ Id: id }, response_body) } : {});
`);

const created = { name: "created", properties: { Id: text("Id of what was made"), success: flag("Whether it was") } };

const records = (kind: Kind, verbs?: Parameters<typeof crud>[1]["verbs"]): CatalogResource[] =>
  crud(kind, {
    providerPath: `/sobjects/${kind.vendorName}`,
    ...(verbs && { verbs }),
    list: list(kind),
    create: { returns: created, hooks: [idOfCreated] },
  }).map((resource) =>
    resource.method === "GET" && !resource.path.endsWith("}") ? { ...resource, vendorPath: "/query" } : resource,
  );

const inHub = { id: "Id", created_at: "CreatedDate", updated_at: "LastModifiedDate" };

const COMMON_RESOURCES = [
  hubFields(HUBS.crm.contacts, contact, {
    first_name: "FirstName",
    last_name: "LastName",
    email: "Email",
    phone: "Phone",
    title: "Title",
    account_id: "AccountId",
    "address.street": "MailingStreet",
    "address.city": "MailingCity",
    "address.postal_code": "MailingPostalCode",
    "address.country": "MailingCountry",
    ...inHub,
  }),
  hubFields(HUBS.crm.accounts, account, {
    name: "Name",
    website: "Website",
    industry: "Industry",
    employees: "NumberOfEmployees",
    phone: "Phone",
    "annual_revenue.value": "AnnualRevenue",
    "address.street": "BillingStreet",
    "address.city": "BillingCity",
    "address.postal_code": "BillingPostalCode",
    "address.country": "BillingCountry",
    ...inHub,
  }),
  hubFields(HUBS.crm.opportunities, opportunity, {
    name: "Name",
    account_id: "AccountId",
    stage: "StageName",
    "amount.value": "Amount",
    probability: "Probability",
    close_date: "CloseDate",
    ...inHub,
  }),
  hubFields(HUBS.crm.activities, activity, {
    subject: "Subject",
    note: "Description",
    contact_id: "WhoId",
    account_id: "WhatId",
    ...inHub,
  }),
  hubFields(HUBS.crm.users, user, { email: "Email", first_name: "FirstName", last_name: "LastName", ...inHub }),
];

export const salesforce: CatalogElement = {
  key: "sfdc",
  name: "Salesforce",
  hub: "crm",
  description: "Contacts, accounts, opportunities, leads and tasks of Salesforce.",
  authentication: { type: "oauth2" },
  elementMetadata: {
    api: {
      type: "rest",
      version: "v62.0",
      vendorDocumentationUrl: "https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/",
    },
  },
  configuration: configured(
    "oauth2",
    {
      "base.url": "https://{site.subdomain}.my.salesforce.com/services/data/v62.0",
      "pagination.type": "cursor",
      "pagination.max": "200",
      "oauth.authorization.url": "https://{site.subdomain}.my.salesforce.com/services/oauth2/authorize",
      "oauth.token.url": "https://{site.subdomain}.my.salesforce.com/services/oauth2/token",
      "oauth.token.refresh_url": "https://{site.subdomain}.my.salesforce.com/services/oauth2/token",
      "oauth.token.revoke_url": "https://{site.subdomain}.my.salesforce.com/services/oauth2/revoke",
      "oauth.scope": "api refresh_token",
    },
    [
      configurationEntry(
        "site.subdomain",
        "My Domain",
        "The first part of your Salesforce address: acme of acme.my.salesforce.com",
      ),
    ],
  ),
  resources: [
    provesAccess("GET /"),
    ...records(contact),
    ...records(account),
    ...records(opportunity),
    ...records(lead),
    ...records(activity),
    ...records(user, ["list", "read"]),
  ],
  objects: [contact, account, opportunity, lead, activity, user].map(objectOf),
  defaultTransformations: COMMON_RESOURCES,
};
