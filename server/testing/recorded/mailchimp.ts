import type { Recordings } from "./recording.ts";

const hash = "3e3417d7ef77d5932a6734b916515ed5";
const ada = { id: hash, email_address: "Ada@example.com", status: "subscribed", merge_fields: { FNAME: "Ada" } };

export const mailchimp: Recordings = {
  key: "mailchimp",
  configuration: { "server.prefix": "us19", password: "key-us19" },
  access: { line: "GET /ping", refusal: { status: 401 } },
  calls: [
    {
      call: "GET /lists/a1/contacts?pageSize=1&where=status='subscribed'",
      sends: {
        line: "GET /lists/a1/members?status=subscribed&offset=0&count=1",
        headers: { authorization: `Basic ${btoa("formulary:key-us19")}` },
      },
      reply: { body: { members: [ada], list_id: "a1", total_items: 2 } },
      gives: [ada],
      more: true,
    },
    {
      call: "GET /lists/a1/contacts?where=status='subscribed'&nextPage={next}",
      sends: { line: "GET /lists/a1/members?status=subscribed&offset=1&count=1" },
      reply: { body: { members: [], list_id: "a1", total_items: 1 } },
      gives: [],
      more: false,
    },
    {
      call: "GET /lists/a1/contacts/Ada@example.com",
      sends: { line: `GET /lists/a1/members/${hash}` },
      reply: { body: ada },
      gives: ada,
    },
    {
      call: "POST /lists/a1/contacts",
      body: { email_address: "Ada@example.com", status: "subscribed" },
      sends: { line: "POST /lists/a1/members", body: { email_address: "Ada@example.com", status: "subscribed" } },
      reply: {
        status: 400,
        body: { title: "Member Exists", status: 400, detail: "Ada@example.com is already a list member." },
      },
      refused: { kind: "badRequest" },
    },
    {
      call: `PATCH /lists/a1/contacts/${hash}`,
      body: { status: "unsubscribed" },
      sends: { line: `PATCH /lists/a1/members/${hash}`, body: { status: "unsubscribed" } },
      reply: { body: ada },
      gives: ada,
    },
    {
      call: `DELETE /lists/a1/contacts/${hash}`,
      sends: { line: `DELETE /lists/a1/members/${hash}` },
      reply: { status: 204 },
    },
    {
      call: "GET /campaigns?pageSize=10&where=status='sent'",
      sends: { line: "GET /campaigns?status=sent&offset=0&count=10" },
      reply: { body: { campaigns: [{ id: "42", type: "regular" }], total_items: 1 } },
      gives: [{ id: "42", type: "regular" }],
    },
    { call: "POST /campaigns/42/send", sends: { line: "POST /campaigns/42/actions/send" }, reply: { status: 204 } },
  ],
};
