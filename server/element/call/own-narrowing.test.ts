import { describe, expect, test } from "vitest";
import type { ProviderRequest } from "#server/element/ports.ts";
import { anElement, aProvider, callHub, hooksThat, parameter } from "#server/testing/fake-element-ports.ts";

const ROWS = Array.from({ length: 7 }, (_, at) => ({ id: at + 1, n: (at * 3) % 7, kind: at % 2 ? "odd" : "even" }));
const PAGED = ["query page -> query page", "query pageSize -> query size"].map((line) => parameter(line));

/** A provider that pages, and neither filters nor sorts. */
const paging = ({ url }: ProviderRequest) => {
  const query = new URL(url).searchParams;
  const size = Math.min(Number(query.get("size") ?? 3), 3);
  const from = (Number(query.get("page") ?? 1) - 1) * size;
  return { body: query.has("page") ? ROWS.slice(from, from + size) : ROWS };
};

async function idsOf(line: string, resource: object = { parameters: PAGED }) {
  const { requests, send } = aProvider(paging);
  const element = anElement([{ path: "/people", ...resource }]);
  const configuration = { "pagination.type": "page", "pagination.max": "3" };
  const reply = await callHub(line, { element, configuration, ports: { send, hook: hooksThat([]) } });
  return { ids: (reply.body as { id: number }[]).map(({ id }) => id), headers: reply.headers, requests };
}

const query = (text: string) => `GET /query?q=${encodeURIComponent(text)}`;
const BY_N = [1, 6, 4, 2, 7, 5, 3];

describe("a list that the provider can neither filter nor sort", () => {
  test.each<[string, number[]]>([
    ["select * from people order by n", BY_N.slice(0, 3)],
    ["select id from people order by n limit 2", BY_N.slice(0, 2)],
    ["select * from people order by n desc limit 2 offset 1", [5, 7]],
    ["select id from people where kind = 'odd' limit 10", [2, 4, 6]],
    ["select * from people where kind = 'odd' order by n limit 2", [6, 4]],
    ["select * from people where n > 100 limit 5", []],
  ])("%s", async (text, ids) => {
    expect((await idsOf(query(text))).ids).toEqual(ids);
  });

  test("pages of a query continue", async () => {
    const line = query("select * from people order by n");
    const { headers } = await idsOf(line);
    const next = await idsOf(`${line}&nextPage=${headers["elements-next-page-token"]}`);
    expect(next.ids).toEqual(BY_N.slice(3, 6));
  });

  test.each(["where=kind='odd'", "orderBy=n"])("GET with %s is refused, or read whole", async (text) => {
    await expect(idsOf(`GET /people?${text}`)).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringMatching(/^(?:where|orderBy): the provider does not (?:filter|sort) this list.*\/query/),
    });
    expect((await idsOf(`GET /people?${text}&fetchall=true`)).ids).toEqual(text === "orderBy=n" ? BY_N : [2, 4, 6]);
  });

  test.each([
    ["a list without pages", {}],
    ["a list that is paged here", { paginationType: "VENDOR_NOT_SUPPORTED" }],
  ])("%s is filtered and sorted", async (_, resource) => {
    expect((await idsOf("GET /people?where=kind='odd'&orderBy=n", resource)).ids).toEqual([6, 4, 2]);
    expect((await idsOf("GET /people?where=kind='odd'&orderBy=n&pageSize=2&page=2", resource)).ids).toEqual([2]);
    expect((await idsOf(query("select id from people where n < 3 order by n limit 2"), resource)).ids).toEqual([1, 6]);
  });

  test("fields that the provider selects do not hide those of conditions", async () => {
    const parameters = [...PAGED, parameter("query fields -> query fields")];
    const { ids, requests } = await idsOf(query("select id from people where kind = 'odd' limit 9"), { parameters });
    expect([ids, requests.some(({ url }) => url.includes("fields="))]).toEqual([[2, 4, 6], false]);
  });
});

describe("a list whose resource passes them on", () => {
  const parameters = [
    ...PAGED,
    ...["query where -> query filter", "query orderBy -> query sort"].map((line) => parameter(line)),
  ];
  test.each<[string, object]>([
    ["by parameters", { parameters }],
    [
      "by a hook",
      {
        parameters: PAGED,
        hooks: [{ type: "preRequest", body: "done({ x: [request_parameters, request_expression] })" }],
      },
    ],
  ])("%s is narrowed by the provider", async (_, resource) => {
    const { ids, requests } = await idsOf("GET /people?where=kind='odd'&orderBy=n", resource);
    expect([ids, requests.length]).toEqual([[1, 2, 3], 1]);
  });
});
