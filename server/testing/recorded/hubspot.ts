import type { Recordings } from "./recording.ts";

const dates = { createdAt: "2026-01-05T08:00:00.000Z", updatedAt: "2026-01-06T08:00:00.000Z", archived: false };
const ada = {
  id: "151",
  properties: { email: "ada@example.com", firstname: "Ada", lastname: "Lovelace", phone: null },
  ...dates,
};
const flat = { id: "151", email: "ada@example.com", firstname: "Ada", lastname: "Lovelace", ...dates };
const properties =
  "email,firstname,lastname,phone,mobilephone,jobtitle,company,website,lifecyclestage,hs_lead_status,hubspot_owner_id,address,city,state,zip,country";

export const hubspot: Recordings = {
  key: "hubspot",
  configuration: { "oauth.user.token": "token" },
  access: { line: "GET /account-info/v3/details", refusal: { status: 401 } },
  calls: [
    {
      call: "GET /contacts?pageSize=1",
      sends: {
        line: `GET /crm/v3/objects/contacts?properties=${properties}&limit=1`,
        headers: { authorization: "Bearer token" },
      },
      reply: { body: { results: [ada], paging: { next: { after: "152", link: "https://api.hubapi.com/…" } } } },
      gives: [flat],
      more: true,
    },
    {
      call: "GET /contacts?nextPage={next}",
      sends: { line: `GET /crm/v3/objects/contacts?properties=${properties}&limit=1&after=152` },
      reply: { body: { results: [] } },
      gives: [],
      more: false,
    },
    {
      call: "GET /contacts?pageSize=2&where=email='ada@example.com' AND lifecyclestage IN ('lead','customer')",
      sends: {
        line: "POST /crm/v3/objects/contacts/search",
        body: {
          filterGroups: [
            {
              filters: [
                { propertyName: "email", operator: "EQ", value: "ada@example.com" },
                { propertyName: "lifecyclestage", operator: "IN", values: ["lead", "customer"] },
              ],
            },
          ],
          limit: 2,
          properties: properties.split(","),
        },
      },
      reply: { body: { total: 1, results: [ada] } },
      gives: [flat],
      more: false,
    },
    {
      call: "POST /contacts",
      body: { email: "ada@example.com" },
      sends: { line: "POST /crm/v3/objects/contacts", body: { properties: { email: "ada@example.com" } } },
      reply: { status: 201, body: ada },
      gives: flat,
    },
    {
      call: "PATCH /accounts/7",
      body: { name: "Blue Fern" },
      sends: { line: "PATCH /crm/v3/objects/companies/7", body: { properties: { name: "Blue Fern" } } },
      reply: { body: { id: "7", properties: { name: "Blue Fern" }, ...dates } },
      gives: { id: "7", name: "Blue Fern", ...dates },
    },
    {
      call: "DELETE /opportunities/9",
      sends: { line: "DELETE /crm/v3/objects/deals/9" },
      reply: { status: 204 },
    },
    {
      call: "GET /contacts/151/accounts",
      sends: { line: "GET /crm/v4/objects/contacts/151/associations/companies?limit=100" },
      reply: { body: { results: [{ toObjectId: 7, associationTypes: [] }] } },
      gives: [{ id: "7" }],
    },
    {
      call: "GET /users?email=ada@example.com",
      sends: { line: "GET /crm/v3/owners?email=ada%40example.com&limit=100" },
      reply: { body: { results: [{ id: "1", email: "ada@example.com" }] } },
      gives: [{ id: "1", email: "ada@example.com" }],
    },
    {
      call: "GET /contacts/404",
      sends: { line: `GET /crm/v3/objects/contacts/404?properties=${properties}` },
      reply: { status: 404, body: { status: "error", message: "resource not found" } },
      refused: { kind: "notFound" },
    },
  ],
  mappedCalls: [
    {
      call: "GET /contacts?pageSize=2&where=first_name='Ada' AND updated_at>'2026-01-05T08:00:00Z'",
      sends: {
        line: "POST /crm/v3/objects/contacts/search",
        body: {
          filterGroups: [
            {
              filters: [
                { propertyName: "firstname", operator: "EQ", value: "Ada" },
                { propertyName: "lastmodifieddate", operator: "GT", value: "2026-01-05T08:00:00Z" },
              ],
            },
          ],
          limit: 2,
          properties: properties.split(","),
        },
      },
      reply: { body: { total: 1, results: [{ ...ada, properties: { ...ada.properties, city: "London" } }] } },
      gives: [
        {
          ...{ id: "151", email: "ada@example.com", first_name: "Ada", last_name: "Lovelace" },
          address: { city: "London" },
          ...{ created_at: dates.createdAt, updated_at: dates.updatedAt },
        },
      ],
    },
    {
      call: "PATCH /opportunities/9",
      body: { name: "Order", amount: { value: 12.5 }, close_date: "2026-03-01", dealtype: "newbusiness" },
      sends: {
        line: "PATCH /crm/v3/objects/deals/9",
        body: {
          properties: {
            ...{ dealname: "Order", amount: "12.5", closedate: "2026-03-01T00:00:00.000Z", dealtype: "newbusiness" },
          },
        },
      },
      reply: {
        body: {
          id: "9",
          properties: { dealname: "Order", amount: "12.5", closedate: "2026-03-01T00:00:00Z" },
          ...dates,
        },
      },
      gives: {
        ...{ id: "9", name: "Order", amount: { value: 12.5 }, close_date: "2026-03-01" },
        ...{ created_at: dates.createdAt, updated_at: dates.updatedAt },
      },
    },
    {
      call: "GET /contacts/151/accounts",
      sends: { line: "GET /crm/v4/objects/contacts/151/associations/companies?limit=100" },
      reply: { body: { results: [{ toObjectId: 7, associationTypes: [] }] } },
      gives: [{ id: "7" }],
    },
    {
      call: "PATCH /companies/7",
      body: { name: "Blue Fern" },
      sends: { line: "PATCH /crm/v3/objects/companies/7", body: { properties: { name: "Blue Fern" } } },
      reply: { body: { id: "7", properties: { name: "Blue Fern" }, ...dates } },
      gives: { id: "7", name: "Blue Fern", ...dates },
    },
  ],
};
