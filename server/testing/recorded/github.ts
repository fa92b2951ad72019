import type { Recordings } from "./recording.ts";

const issue = (number: number) => ({
  id: 1000 + number,
  number,
  title: "Found a bug",
  state: "open",
  labels: [{ name: "bug" }],
});

export const github: Recordings = {
  key: "github",
  configuration: { "oauth.user.token": "gho_1" },
  access: { line: "GET /user", refusal: { status: 401 } },
  calls: [
    {
      call: "GET /repos/octo/hello/issues?pageSize=2&where=state='all' AND labels='bug'",
      sends: {
        line: "GET /repos/octo/hello/issues?state=all&labels=bug&page=1&per_page=2",
        headers: {
          authorization: "Bearer gho_1",
          accept: "application/vnd.github+json",
          "x-github-api-version": "2022-11-28",
        },
      },
      reply: { body: [issue(1), issue(2)] },
      gives: [issue(1), issue(2)],
      more: true,
    },
    {
      call: "GET /repos/octo/hello/issues?nextPage={next}&where=state='all' AND labels='bug'",
      sends: { line: "GET /repos/octo/hello/issues?state=all&labels=bug&page=2&per_page=2" },
      reply: { body: [issue(3)] },
      gives: [issue(3)],
      more: false,
    },
    {
      call: "GET /repos",
      sends: { line: "GET /user/repos?page=1&per_page=100" },
      reply: { body: [{ id: 1, full_name: "octo/hello", description: null }] },
      gives: [{ id: 1, full_name: "octo/hello" }],
    },
    {
      call: "GET /repos/octo/hello",
      sends: { line: "GET /repos/octo/hello" },
      reply: { body: { id: 1, full_name: "octo/hello" } },
      gives: { id: 1, full_name: "octo/hello" },
    },
    {
      call: "POST /repos/octo/hello/issues",
      body: { title: "Found a bug", labels: ["bug"] },
      sends: { line: "POST /repos/octo/hello/issues", body: { title: "Found a bug", labels: ["bug"] } },
      reply: { status: 201, body: issue(4) },
      gives: issue(4),
    },
    {
      call: "PATCH /repos/octo/hello/issues/4",
      body: { state: "closed" },
      sends: { line: "PATCH /repos/octo/hello/issues/4", body: { state: "closed" } },
      reply: { body: issue(4) },
      gives: issue(4),
    },
    {
      call: "POST /repos/octo/hello/issues/4/comments",
      body: { body: "Me too" },
      sends: { line: "POST /repos/octo/hello/issues/4/comments", body: { body: "Me too" } },
      reply: { status: 201, body: { id: 1, body: "Me too" } },
      gives: { id: 1, body: "Me too" },
    },
    {
      call: "POST /repos/octo/hello/pulls",
      body: { title: "Fix", head: "fix", base: "main" },
      sends: { line: "POST /repos/octo/hello/pulls", body: { title: "Fix", head: "fix", base: "main" } },
      reply: {
        status: 422,
        body: { message: "Validation Failed", errors: [{ message: "No commits between main and fix" }] },
      },
      refused: { kind: "badRequest" },
    },
    {
      call: "GET /repos/octo/hello/commits",
      sends: { line: "GET /repos/octo/hello/commits?page=1&per_page=100" },
      reply: { status: 403, body: { message: "API rate limit exceeded" } },
      refused: { kind: "forbidden" },
    },
  ],
};
