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
      gives: { id: "001A", success: true, errors: [] },
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
};
