import type { Recordings } from "./recording.ts";

const issue = { id: "10002", key: "DEMO-1", fields: { summary: "Printer", status: { id: "3", name: "In Progress" } } };
const flat = { id: "10002", key: "DEMO-1", ...issue.fields };
const q = (jql: string) => `jql=${encodeURIComponent(jql)}`;

export const jira: Recordings = {
  key: "jira",
  configuration: { "site.subdomain": "acme", username: "ada@example.com", password: "token" },
  access: { line: "GET /myself", refusal: { status: 401 } },
  calls: [
    {
      call: "GET /incidents?pageSize=1",
      sends: {
        line: `GET /search/jql?maxResults=1&fields=*navigable&${q('project is not EMPTY ORDER BY "created" DESC')}`,
        headers: { authorization: `Basic ${btoa("ada@example.com:token")}` },
      },
      reply: { body: { issues: [issue], nextPageToken: "CAEaAggB" } },
      gives: [flat],
      more: true,
    },
    {
      call: "GET /incidents?nextPage={next}",
      sends: {
        line: `GET /search/jql?nextPageToken=CAEaAggB&maxResults=1&fields=*navigable&${q('project is not EMPTY ORDER BY "created" DESC')}`,
      },
      reply: { body: { issues: [issue], isLast: true } },
      gives: [flat],
      more: false,
    },
    {
      call: "GET /incidents?pageSize=2&orderBy=updated&where=project='DEMO' AND summary LIKE '%print\"er%' AND assignee IS NULL",
      sends: {
        line: `GET /search/jql?maxResults=2&fields=*navigable&${q('"project" = "DEMO" AND "summary" ~ "*print\\"er*" AND "assignee" is EMPTY ORDER BY "updated" ASC')}`,
      },
      reply: { body: { issues: [], isLast: true } },
      gives: [],
    },
    {
      call: "POST /incidents",
      body: { summary: "Printer", project: { key: "DEMO" }, issuetype: { name: "Task" } },
      sends: {
        line: "POST /issue",
        body: { fields: { summary: "Printer", project: { key: "DEMO" }, issuetype: { name: "Task" } } },
      },
      reply: { status: 201, body: { id: "10002", key: "DEMO-1" } },
      gives: { id: "10002", key: "DEMO-1" },
    },
    {
      call: "PATCH /incidents/DEMO-1",
      body: { labels: ["printer"] },
      sends: { line: "PUT /issue/DEMO-1", body: { fields: { labels: ["printer"] } } },
      reply: { status: 204 },
    },
    {
      call: "GET /incidents/DEMO-1/comments?page=2&pageSize=10",
      sends: { line: "GET /issue/DEMO-1/comment?startAt=10&maxResults=10" },
      reply: { body: { startAt: 10, maxResults: 10, total: 11, comments: [{ id: "1", body: "Done" }] } },
      gives: [{ id: "1", body: "Done" }],
      more: false,
    },
    {
      call: "POST /incidents/DEMO-1/time-entries",
      body: { timeSpentSeconds: 600 },
      sends: { line: "POST /issue/DEMO-1/worklog", body: { timeSpentSeconds: 600 } },
      reply: { status: 201, body: { id: "1", timeSpentSeconds: 600 } },
      gives: { id: "1", timeSpentSeconds: 600 },
    },
    {
      call: "GET /users?where=email='ada@example.com'",
      sends: { line: "GET /user/search?startAt=0&maxResults=100&query=ada%40example.com" },
      reply: { body: [{ accountId: "5b1", displayName: "Ada" }] },
      gives: [{ accountId: "5b1", displayName: "Ada" }],
    },
    {
      call: "GET /projects?pageSize=50",
      sends: { line: "GET /project/search?startAt=0&maxResults=50" },
      reply: { body: { isLast: true, values: [{ id: "1", key: "DEMO" }] } },
      gives: [{ id: "1", key: "DEMO" }],
    },
    {
      call: "GET /incidents/DEMO-9",
      sends: { line: "GET /issue/DEMO-9" },
      reply: {
        status: 404,
        body: { errorMessages: ["Issue does not exist or you do not have permission to see it."], errors: {} },
      },
      refused: { kind: "notFound" },
    },
  ],
  mappedCalls: [
    {
      call: "GET /incidents?pageSize=1&orderBy=updated_at desc&where=state='Open' AND created_at>'2026-01-05T08:00:00Z'",
      sends: {
        line: `GET /search/jql?maxResults=1&fields=*navigable&${q('"status" = "Open" AND "created" > "2026-01-05 08:00" ORDER BY "updated" DESC')}`,
      },
      reply: {
        body: {
          issues: [{ ...issue, fields: { ...issue.fields, created: "2026-01-05T09:00:00.000+0100" } }],
          isLast: true,
        },
      },
      gives: [
        {
          ...{ id: "10002", number: "DEMO-1", name: "Printer", state: "In Progress" },
          created_at: "2026-01-05T08:00:00.000Z",
        },
      ],
    },
    {
      call: "POST /incidents",
      body: { name: "Printer", priority: "High", project: { key: "DEMO" }, issuetype: { name: "Task" } },
      sends: {
        line: "POST /issue",
        body: {
          fields: {
            ...{ summary: "Printer", priority: { name: "High" } },
            ...{ project: { key: "DEMO" }, issuetype: { name: "Task" } },
          },
        },
      },
      reply: { status: 201, body: { id: "10002", key: "DEMO-1" } },
      gives: { id: "10002", number: "DEMO-1" },
    },
    {
      call: "POST /incidents/DEMO-1/time-entries",
      body: { minutes: 10, name: "Paper" },
      sends: { line: "POST /issue/DEMO-1/worklog", body: { timeSpentSeconds: 600, comment: "Paper" } },
      reply: { status: 201, body: { id: "1", timeSpentSeconds: 600, comment: "Paper", author: { accountId: "5b1" } } },
      gives: { id: "1", user_id: "5b1", name: "Paper", minutes: 10 },
    },
  ],
};
