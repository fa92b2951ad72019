import type { Recordings } from "./recording.ts";

const row = (id: string) => ({
  attributes: { type: "Contact", url: `/services/data/v62.0/sobjects/Contact/${id}` },
  Id: id,
  LastName: "O'Brien",
});
const q = (soql: string) => `GET /query?q=${encodeURIComponent(soql)}`;
const replied = (...ids: string[]) => ({ totalSize: ids.length, done: true, records: ids.map(row) });

export const salesforce: Recordings = {
  key: "sfdc",
  configuration: { "oauth.user.token": "token", "site.subdomain": "acme" },
  access: { line: "GET /", refusal: { status: 401 } },
  calls: [
    {
      call: "GET /contacts?pageSize=2",
      sends: {
        line: q("SELECT FIELDS(ALL) FROM Contact ORDER BY Id LIMIT 2"),
        headers: { authorization: "Bearer token" },
      },
      reply: { body: replied("003A", "003B") },
      gives: [row("003A"), row("003B")],
      more: true,
    },
    {
      call: "GET /contacts?nextPage={next}",
      sends: { line: q("SELECT FIELDS(ALL) FROM Contact WHERE Id > '003B' ORDER BY Id LIMIT 2") },
      reply: { body: replied("003C") },
      gives: [row("003C")],
      more: false,
    },
    {
      call: "GET /contacts?pageSize=1&orderBy=LastName desc&where=LastName='O''Brien' AND LastModifiedDate>='2026-01-05T08:00:00Z'",
      sends: {
        line: q(
          "SELECT FIELDS(ALL) FROM Contact WHERE LastName = 'O\\'Brien' AND LastModifiedDate >= 2026-01-05T08:00:00Z ORDER BY LastName DESC LIMIT 1",
        ),
      },
      reply: { body: replied("003A") },
      gives: [row("003A")],
      more: true,
    },
    {
      call: "GET /contacts?orderBy=LastName desc&nextPage={next}",
      sends: { line: q("SELECT FIELDS(ALL) FROM Contact ORDER BY LastName DESC LIMIT 1 OFFSET 1") },
      reply: { body: replied() },
      gives: [],
      more: false,
    },
    {
      call: "POST /accounts",
      body: { Name: "Blue Fern" },
      sends: { line: "POST /sobjects/Account", body: { Name: "Blue Fern" } },
      reply: { status: 201, body: { id: "001A", success: true, errors: [] } },
      gives: { Id: "001A", id: "001A", success: true, errors: [] },
    },
    {
      call: "PATCH /opportunities/006A",
      body: { StageName: "Closed Won" },
      sends: { line: "PATCH /sobjects/Opportunity/006A", body: { StageName: "Closed Won" } },
      reply: { status: 204 },
    },
    { call: "DELETE /leads/00QA", sends: { line: "DELETE /sobjects/Lead/00QA" }, reply: { status: 204 } },
    {
      call: "GET /activities/00TA",
      sends: { line: "GET /sobjects/Task/00TA" },
      reply: { body: { Id: "00TA", Subject: "Call" } },
      gives: { Id: "00TA", Subject: "Call" },
    },
    {
      call: "POST /contacts",
      body: {},
      sends: { line: "POST /sobjects/Contact", body: {} },
      reply: {
        status: 400,
        body: [{ message: "Required fields are missing: [LastName]", errorCode: "REQUIRED_FIELD_MISSING" }],
      },
      refused: { kind: "badRequest" },
    },
  ],
  mappedCalls: [
    {
      call: "GET /contacts?pageSize=1&orderBy=last_name&where=last_name='Lovelace' AND updated_at>='2026-01-05T08:00:00Z'",
      sends: {
        line: q(
          "SELECT FIELDS(ALL) FROM Contact WHERE LastName = 'Lovelace' AND LastModifiedDate >= 2026-01-05T08:00:00.000+00:00 ORDER BY LastName LIMIT 1",
        ),
      },
      reply: {
        body: {
          totalSize: 1,
          done: true,
          records: [
            {
              ...{ Id: "003A", FirstName: "Ada", LastName: "Lovelace", MailingCity: "London", AccountId: "001A" },
              ...{ CreatedDate: "2026-01-05T08:00:00.000+0000", LastModifiedDate: "2026-01-06T08:00:00.000+0000" },
            },
          ],
        },
      },
      gives: [
        {
          ...{ id: "003A", first_name: "Ada", last_name: "Lovelace", address: { city: "London" }, account_id: "001A" },
          ...{ created_at: "2026-01-05T08:00:00.000Z", updated_at: "2026-01-06T08:00:00.000Z" },
        },
      ],
      more: true,
    },
    {
      call: "GET /Contact?where=LastName='Lovelace'",
      sends: { line: q("SELECT FIELDS(ALL) FROM Contact WHERE LastName = 'Lovelace' ORDER BY Id LIMIT 200") },
      reply: { body: replied("003A") },
      gives: [row("003A")],
    },
    {
      call: "POST /opportunities",
      body: { name: "Order", stage: "Open", close_date: "2026-03-01", amount: { value: 12.5 }, Custom__c: "x" },
      sends: {
        line: "POST /sobjects/Opportunity",
        body: { Name: "Order", StageName: "Open", CloseDate: "2026-03-01", Amount: 12.5, Custom__c: "x" },
      },
      reply: { status: 201, body: { id: "006A", success: true, errors: [] } },
      gives: { id: "006A" },
    },
  ],
};
