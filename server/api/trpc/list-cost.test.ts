import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { BASE_PATH, createApi } from "#server/api/app.ts";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { fillLists } from "#server/testing/many-rows.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { filtersOfQuery, SCREEN_LISTS, sendAsScreen } from "#server/testing/screens.ts";

/** More than any list counts: a statement that reads them all is found. */
const ROWS = Number(process.env.LIST_ROWS ?? 12_000);
/** Counting stops at 10,001; the rest is for the rows of a page and what belongs to them. */
const MOST_READ = 10_600;
/** Everything but counting is bounded by the page. */
const MOST_READ_FOR_PAGE = 1000;

let app: TestApp;
let session: string;
let acme: Awaited<ReturnType<typeof anOrganization>>;
let owners: Record<string, number | string>;
beforeAll(async () => {
  app = await anApp();
  registerApp(app);
  acme = await anOrganization(app);
  owners = { ...(await fillLists(app, acme, ROWS)), organizationId: acme.id };
  session = (await createSession({ username: acme.administrator.email, password: acme.administrator.password })).token;
});
afterAll(() => app.close());

/** Revisions of one definition, and parts of one element, which the definition limits. */
const WITHOUT_MANY = new Set([
  ...["builder.revisions", "design.revisions", "elements.resources", "elements.objects", "elements.operations"],
]);
const lists = SCREEN_LISTS.filter(({ name }) => !WITHOUT_MANY.has(name));

const inputOf = ({ inputs }: (typeof lists)[number]) =>
  Object.fromEntries(Object.entries(owners).filter(([input]) => REQUIRED.has(input) && inputs.includes(input)));
const REQUIRED = new Set(["jobId", "formulaId", "bulkJobId", "elementKey"]);

type Statement = { text: string; values: unknown[]; pool: pg.Pool; plannedWith?: Record<string, string> };
type Node = { "Actual Rows": number; "Actual Loops": number; "Relation Name"?: string; Plans?: Node[] } & Record<
  string,
  unknown
>;

/** The statements of a request, as they were sent. */
async function statementsOf(send: () => Promise<void>): Promise<Statement[]> {
  const spies = [app.db.pool, app.db.queries].map((pool) => ({ pool, query: vi.spyOn(pool, "query") }));
  await send();
  const sent = spies.flatMap(({ pool, query }) =>
    query.mock.calls.map(([first, second]: unknown[]): Statement => {
      const { values = [], ...statement } = typeof first === "string" ? { text: first } : (first as Statement);
      return { ...statement, values: Array.isArray(second) ? second : values, pool };
    }),
  );
  for (const { query } of spies) query.mockRestore();
  return sent.filter(({ text }) => /^\s*(?:select|with)\b/i.test(text));
}

/** How many rows a statement reads at most from one table or index, those that a condition rejected included. */
async function rowsReadBy(statement: Statement): Promise<number> {
  const count = (node: Node): number =>
    Math.max(
      node["Relation Name"] === undefined
        ? 0
        : (node["Actual Rows"] + Number(node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      ...(node.Plans ?? []).map(count),
    );
  return count(await planOf(statement));
}

/** The plan that Postgres runs. One that a connection keeps for any values is another than for these values. */
async function planOf({ text, values, pool, plannedWith }: Statement): Promise<Node> {
  const client = await pool.connect();
  const explain = async (query: string, given: unknown[] = []): Promise<Node> => {
    const { rows } = await client.query(`explain (analyze, format json) ${query}`, given);
    return rows[0]["QUERY PLAN"][0].Plan;
  };
  try {
    if (!plannedWith) return await explain(text, values);
    await client.query("begin");
    for (const [name, value] of Object.entries(plannedWith)) await client.query(`set local ${name} = ${value}`);
    await client.query(`prepare listed as ${text}`);
    return await explain(`execute listed(${values.map(literalOf).join(", ")})`);
  } finally {
    if (plannedWith) await client.query("rollback; deallocate listed");
    client.release();
  }
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  const text = Array.isArray(value)
    ? `{${value.join(",")}}`
    : value instanceof Date
      ? value.toISOString()
      : String(value);
  return pg.escapeLiteral(text);
}

test.each(lists)("$name reads a page of a long table, not the table", async (list) => {
  await expectPageRead(async () => {
    const reply = await sendAsScreen(session, list.name, inputOf(list));
    expect(reply.error?.message).toBeUndefined();
    expect(reply.result.data.items.length).toBeGreaterThan(4);
  });
});

test("home.overview, which every open page repeats, reads no long table", () =>
  expectPageRead(async () => {
    const reply = await sendAsScreen(session, "home.overview", undefined);
    expect(reply.error?.message).toBeUndefined();
    expect(reply.result.data.stopped).toEqual({ items: [], total: 0 });
  }));

async function expectPageRead(send: () => Promise<void>, mostRead = mostReadOf) {
  const statements = await statementsOf(send);
  expect(statements.length).toBeGreaterThan(1);
  for (const statement of statements)
    expect(await rowsReadBy(statement), statement.text).toBeLessThan(mostRead(statement));
}

const mostReadOf = ({ text }: Statement) => (/select count\(\*\)/i.test(text) ? MOST_READ : MOST_READ_FOR_PAGE);

/** Choices for which a list may read all its rows to find the few of a page, by reason. */
const MAY_READ_ALL: Record<string, string[]> = {
  "What people create and use, not what happens": [
    ...["apiKey.listAll state", "bulkJob.list kind", "bulkJob.list status", "elements.list ownership"],
    ...["schedule.list enabled", "user.list active", "user.list roleKey"],
  ],
  "What was given up, until people deal with it": ["operations.deadLetters isRetried", "/dead-letters retried"],
  "Most requests have the same methods; the period limits what is read": ["requestLog.list method"],
  "The newest 20,000 events are searched, and the screen says so": ["event.list outcome"],
  "Where events are polled, they are as many as polls find": ["event.list source"],
};
const mayReadAll = new Set(Object.values(MAY_READ_ALL).flat());
const ofLists = lists.flatMap((list) => list.filters.map((one) => ({ list, ...one })));

test.each(ofLists)("$list.name by $filter finds few rows without reading all", ({ list, filter, choices }) =>
  expectFewRead(`${list.name} ${filter}`, choices, async (choice) => {
    const reply = await sendAsScreen(session, list.name, { ...inputOf(list), [filter]: choice });
    expect(reply.error?.message).toBeUndefined();
  }),
);

async function expectFewRead(filter: string, choices: unknown[], send: (choice: unknown) => Promise<void>) {
  const readingAll: unknown[] = [];
  for (const choice of choices) {
    const statements = await statementsOf(() => send(choice));
    const read = await Promise.all(statements.map(rowsReadBy));
    if (statements.some((statement, n) => (read[n] as number) > mostReadOf(statement))) readingAll.push(choice);
  }
  if (mayReadAll.has(filter)) expect(readingAll, "remove it from the exceptions").not.toEqual([]);
  else expect(readingAll).toEqual([]);
}

const SHORT =
  /steps|revisions|hubs|keys|metadata|\{accountId\}|\{entityId\}|common-resources|integrations|element-products|authentication/;
/** It searches the newest 10,000 executions, as its description says. */
const ERRORS = "/formulas/instances/{formulaInstanceId}/executions/errors";
/**
 * Lists of the API whose owner is among the rows above. Those of one execution or definition are never long, and those
 * of sign-ins look for rare actions.
 */
const paged = ENDPOINTS.filter(({ paged, auth, path }) => paged && auth !== "element" && !SHORT.test(path));

async function expectReply(path: string, query: string) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    String(name === "keyOrId" ? owners.elementKey : owners[name]),
  );
  const { authorization } = acme.administrator;
  const url = `http://localhost${BASE_PATH}${filled}?pageSize=50&topics[]=many&${query}`;
  const reply = await createApi(app, { endpoints: ENDPOINTS }).request(url, { headers: { authorization } });
  expect(reply.status, await reply.text()).toBe(200);
}

test.each(paged)("GET $path reads a page of a long table, not the table", ({ path }) =>
  expectPageRead(() => expectReply(path, ""), path === ERRORS ? () => MOST_READ : mostReadOf),
);

const ofEndpoints = paged.flatMap(({ path, query }) => filtersOfQuery(query).map((one) => ({ path, ...one })));

test.each(ofEndpoints)("GET $path by $filter finds few rows without reading all", ({ path, filter, choices }) =>
  expectFewRead(`${path} ${filter}`, choices, (choice) =>
    expectReply(path, new URLSearchParams({ [filter]: String(choice) }).toString()),
  ),
);

// `LIST_ROWS=100000 npx vitest run server/api/trpc/list-cost.test.ts` prints the figures of docs/performance.md.
test.runIf(process.env.LIST_ROWS)("prints how long each list takes", async () => {
  for (const list of lists) {
    const times: number[] = [];
    for (let n = 0; n < 40; n++) {
      const from = performance.now();
      const { error } = await sendAsScreen(session, list.name, inputOf(list));
      expect(error?.message).toBeUndefined();
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    // biome-ignore lint/suspicious/noConsole: the figures are its purpose.
    console.log(list.name.padEnd(28), times[20]?.toFixed(1), "ms, p95", times[37]?.toFixed(1), "ms");
  }
});
