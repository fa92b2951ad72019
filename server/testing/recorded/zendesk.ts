import type { Recordings } from "./recording.ts";

const ticket = { id: 35436, subject: "Help!", status: "open", tags: ["printer"] };

const comment = { id: 7, type: "Comment", body: "Thanks", public: true, author_id: 4 };
const audit = { id: 2, created_at: "2026-01-05T08:00:00Z", events: [{ id: 6, type: "Change" }, comment] };

export const zendesk: Recordings = {
  key: "zendesk",
  configuration: {
    "site.subdomain": "acme",
    "authentication.type": "basic",
    username: "ada@example.com/token",
    password: "zendesk-api-token",
  },
  access: { line: "GET /users/me.json", refusal: { status: 401 } },
  calls: [
    {
      call: "GET /incidents?pageSize=1",
      sends: {
        line: "GET /tickets.json?page%5Bsize%5D=1",
        headers: { authorization: `Basic ${btoa("ada@example.com/token:zendesk-api-token")}` },
      },
      reply: {
        body: {
          tickets: [ticket],
          meta: { has_more: true, after_cursor: "xxx", before_cursor: "yyy" },
          links: { next: "…" },
        },
      },
      gives: [ticket],
      more: true,
    },
    {
      call: "GET /incidents?nextPage={next}",
      sends: { line: "GET /tickets.json?page%5Bafter%5D=xxx&page%5Bsize%5D=1" },
      reply: { body: { tickets: [ticket], meta: { has_more: false, after_cursor: "zzz" } } },
      gives: [ticket],
      more: false,
    },
    {
      call: "GET /incidents?pageSize=1&where=status='open' AND tags!='spam'",
      sends: {
        line: `GET /search.json?query=${encodeURIComponent('type:ticket status:"open" -tags:"spam"')}&page=1&per_page=1`,
      },
      reply: { body: { results: [ticket], count: 2, next_page: "https://acme.zendesk.com/api/v2/search.json?page=2" } },
      gives: [ticket],
      more: true,
    },
    {
      call: "GET /incidents?where=status='open' AND tags!='spam'&nextPage={next}",
      sends: {
        line: `GET /search.json?query=${encodeURIComponent('type:ticket status:"open" -tags:"spam"')}&page=2&per_page=1`,
      },
      reply: { body: { results: [], count: 2, next_page: null } },
      gives: [],
      more: false,
    },
    {
      call: "POST /incidents",
      body: { subject: "Help!", comment: { body: "It burns." } },
      sends: { line: "POST /tickets.json", body: { ticket: { subject: "Help!", comment: { body: "It burns." } } } },
      reply: { status: 201, body: { ticket, audit: { id: 1 } } },
      gives: ticket,
    },
    {
      call: "POST /incidents/35436/comments",
      body: { body: "Thanks", public: true },
      sends: { line: "PUT /tickets/35436.json", body: { ticket: { comment: { body: "Thanks", public: true } } } },
      reply: { body: { ticket, audit } },
      gives: { created_at: audit.created_at, ...comment },
    },
    {
      call: "GET /incidents/35436/comments",
      sends: { line: "GET /tickets/35436/comments.json?page%5Bsize%5D=100" },
      reply: { body: { comments: [{ id: 1, body: "Thanks" }], meta: { has_more: false } } },
      gives: [{ id: 1, body: "Thanks" }],
      more: false,
    },
    {
      call: "GET /users?where=email='ada@example.com'",
      sends: {
        line: `GET /search.json?query=${encodeURIComponent('type:user email:"ada@example.com"')}&page=1&per_page=100`,
      },
      reply: { body: { results: [{ id: 1, email: "ada@example.com" }], next_page: null } },
      gives: [{ id: 1, email: "ada@example.com" }],
    },
    {
      call: "GET /accounts/5",
      sends: { line: "GET /organizations/5.json" },
      reply: { body: { organization: { id: 5, name: "Blue Fern" } } },
      gives: { id: 5, name: "Blue Fern" },
    },
    {
      call: "GET /incidents/1",
      sends: { line: "GET /tickets/1.json" },
      reply: { status: 404, body: { error: "RecordNotFound", description: "Not found" } },
      refused: { kind: "notFound" },
    },
  ],
  mappedCalls: [
    {
      call: "GET /incidents?pageSize=1&where=state='open' AND requester_id='4' AND updated_at>'2026-01-05T08:00:00Z'",
      sends: {
        line: `GET /search.json?query=${encodeURIComponent('type:ticket status:"open" requester:"4" updated>"2026-01-05T08:00:00Z"')}&page=1&per_page=1`,
      },
      reply: {
        body: {
          results: [{ ...ticket, requester_id: 4, assignee_id: 5, created_at: audit.created_at }],
          next_page: null,
        },
      },
      gives: [
        {
          ...{ id: "35436", name: "Help!", state: "open", requester_id: "4", assignee: { id: "5" } },
          created_at: "2026-01-05T08:00:00.000Z",
        },
      ],
    },
    {
      call: "POST /incidents/35436/comments",
      body: { body: "Thanks", is_private: false },
      sends: { line: "PUT /tickets/35436.json", body: { ticket: { comment: { body: "Thanks", public: true } } } },
      reply: { body: { ticket, audit } },
      gives: { id: "7", user_id: "4", body: "Thanks", created_at: "2026-01-05T08:00:00.000Z", is_private: false },
    },
  ],
};
