import { describe, expect, test } from "vitest";
import { anElement, aProvider, callHub, hooksThat, parameter } from "#server/testing/fake-element-ports.ts";
import type { ElementPorts, ProviderRequest } from "../ports.ts";
import { createPageMemory } from "./page-memory.ts";
import { writePageToken } from "./page-token.ts";

const ROWS = Array.from({ length: 25 }, (_, at) => ({ id: at + 1 }));
const PAGED = ["query page -> query page", "query pageSize -> query limit"].map((line) => parameter(line));

type Way = {
  configuration?: Record<string, string>;
  resource?: Record<string, unknown>;
  provide: (query: URLSearchParams) => object;
};

const provider = ({ provide }: Way) => aProvider(({ url }: ProviderRequest) => provide(new URL(url).searchParams));

const page = (query: URLSearchParams, { name = "page", first = 1 } = {}) => {
  const [at, limit] = [Number(query.get(name) ?? first) - first, Number(query.get("limit"))];
  return { body: ROWS.slice(at * limit, (at + 1) * limit) };
};

const WAYS: [string, Way][] = [
  ["page from 1", { resource: { parameters: PAGED }, provide: (query) => page(query) }],
  [
    "page from 0",
    {
      configuration: { "pagination.type": "page", "pagination.page.startindex": "0" },
      resource: { parameters: PAGED },
      provide: (query) => page(query, { first: 0 }),
    },
  ],
  [
    "offset",
    {
      configuration: { "pagination.type": "offset" },
      resource: {
        parameters: ["query page -> query offset", "query pageSize -> query limit"].map((line) => parameter(line)),
      },
      provide: (query) => ({
        body: ROWS.slice(Number(query.get("offset")), Number(query.get("offset")) + Number(query.get("limit"))),
      }),
    },
  ],
  [
    "cursor",
    {
      configuration: { "pagination.type": "cursor" },
      resource: {
        rootKey: "rows",
        nextPageKey: "meta.next",
        parameters: ["query nextPage -> query after", "query pageSize -> query limit"].map((line) => parameter(line)),
      },
      provide: (query) => cursorReply(query, (next) => `c${next}`),
    },
  ],
  [
    "cursor in page",
    {
      resource: {
        rootKey: "rows",
        nextPageKey: "meta.next",
        parameters: ["query page -> query after", "query pageSize -> query limit"].map((line) => parameter(line)),
      },
      provide: (query) => cursorReply(query, (next) => `c${next}`),
    },
  ],
  [
    "cursor in a link",
    {
      resource: { rootKey: "rows", nextPageKey: "meta.next", parameters: [parameter("query pageSize -> query limit")] },
      provide: (query) =>
        cursorReply(query, (next) => `https://api.example.com/v1/people?after=c${next}&limit=${query.get("limit")}`),
    },
  ],
  [
    "cursor in the header Link",
    {
      resource: { nextPageKey: "header:Link", parameters: [parameter("query pageSize -> query limit")] },
      provide: (query) => {
        const { body } = cursorReply(
          query,
          (next) => `<https://api.example.com/v1/people?after=c${next}>; rel="next", </x>; rel="first"`,
        );
        return { body: body.rows, headers: { link: body.meta.next ?? `</x>; rel="first"` } };
      },
    },
  ],
  ["not supported", { resource: { paginationType: "VENDOR_NOT_SUPPORTED" }, provide: () => ({ body: ROWS }) }],
  ["not described", { provide: () => ({ body: ROWS }) }],
  [
    "in the template of a body",
    {
      resource: {
        method: "POST",
        parameters: [parameter('value {"at": {page}, "n": "{pageSize}"} -> body x')],
      },
      provide: () => ({}),
    },
  ],
];

function cursorReply(query: URLSearchParams, name: (next: number) => string) {
  const from = Number(query.get("after")?.slice(1) ?? 0);
  const next = from + Number(query.get("limit"));
  return { body: { rows: ROWS.slice(from, next), meta: { next: next < ROWS.length ? name(next) : null } } };
}

const list = (way: Way, query: Record<string, string>, ports: Partial<ElementPorts> = {}) => {
  const { requests, send } = provider(way);
  return callHub(`GET /contacts`, {
    element: anElement([way.resource ?? {}]),
    configuration: way.configuration ?? {},
    query,
    ports: { send, ...ports },
  }).then((reply) => ({ ...reply, requests, token: reply.headers["elements-next-page-token"] }));
};

describe("every way of paging", () => {
  const lists = WAYS.filter(([name]) => name !== "in the template of a body");

  test.each(lists)("%s: two pages by token are the first rows of one call", async (_, way) => {
    const first = await list(way, { pageSize: "10", nextPage: "undefined" });
    expect(first.body).toEqual(ROWS.slice(0, 10));
    expect(first.headers["elements-returned-count"]).toBe("10");
    const second = await list(way, { pageSize: "10", page: "1", nextPage: first.token ?? "" });
    expect(second.body).toEqual(ROWS.slice(10, 20));
    const third = await list(way, { nextPage: second.token ?? "" });
    expect(third.body).toEqual(ROWS.slice(20));
    expect(third.token).toBeUndefined();
  });

  test.each(lists)("%s: a page by its number", async (_, way) => {
    expect((await list(way, { pageSize: "10", page: "2" })).body).toEqual(ROWS.slice(10, 20));
    expect((await list(way, { pageSize: "10", page: "9" })).body).toEqual([]);
  });

  test.each(["page", "nextPage"])("a token that is none is refused by the name of its parameter: %s", async (name) => {
    const [, way] = WAYS[0] as [string, Way];
    await expect(list(way, { [name]: "abc" })).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringMatching(new RegExp(`^${name}: is n`)),
    });
  });

  test("continues a page by number with its token; where only cursors lead to it there are at most fifty requests", async () => {
    const [, way] = WAYS.find(([name]) => name === "cursor") as [string, Way];
    const second = await list(way, { pageSize: "10", page: "2" });
    expect(second.requests).toHaveLength(2);
    expect((await list(way, { nextPage: second.token ?? "" })).body).toEqual(ROWS.slice(20));
    const { requests, send } = provider(way);
    const element = anElement([way.resource ?? {}]);
    const call = callHub("GET /contacts?page=51", { element, configuration: way.configuration ?? {}, ports: { send } });
    await expect(call).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringMatching(/^page: .*nextPage/),
    });
    expect(requests).toEqual([]);
  });

  test("pages that only cursors lead to are known for a minute, for the same list alone", async () => {
    const [, way] = WAYS.find(([name]) => name === "cursor") as [string, Way];
    let time = Date.parse("2026-01-01T12:00:00Z");
    const pages = createPageMemory(() => new Date(time));
    const read = async (query: Record<string, string>) => {
      const { body, requests } = await list(way, query, { pages });
      return [body, requests.length];
    };
    expect(await read({ pageSize: "5", page: "3" })).toEqual([ROWS.slice(10, 15), 3]);
    expect(await read({ pageSize: "5", page: "3" })).toEqual([ROWS.slice(10, 15), 1]);
    expect(await read({ pageSize: "5", page: "4" })).toEqual([ROWS.slice(15, 20), 1]);
    expect(await read({ pageSize: "10", page: "2" })).toEqual([ROWS.slice(10, 20), 2]);
    expect((await read({ pageSize: "5", page: "3", name: "a" }))[1]).toBe(3);
    time += 61_000;
    expect(await read({ pageSize: "5", page: "3" })).toEqual([ROWS.slice(10, 15), 3]);
  });

  test.each([400, 404, 410, 422])("a cursor that the provider refuses with %i is requested again", async (code) => {
    const [, way] = WAYS.find(([name]) => name === "cursor") as [string, Way];
    const pages = createPageMemory(() => new Date("2026-01-01T12:00:00Z"));
    let kind = "c";
    const provide = (query: URLSearchParams) =>
      (query.get("after") ?? kind).startsWith(kind)
        ? cursorReply(query, (next) => `${kind}${next}`)
        : { code, body: { error: "expired" } };
    const read = () => list({ ...way, provide }, { pageSize: "5", page: "3" }, { pages });
    expect((await read()).requests).toHaveLength(3);
    kind = "d";
    const { body, requests } = await read();
    expect([body, requests.length]).toEqual([ROWS.slice(10, 15), 4]);
  });

  test.each(lists)("%s: no row twice when a page ends with the list", async (_, way) => {
    const { body, token } = await list(way, { pageSize: "25" });
    expect(body).toEqual(ROWS);
    if (token) expect((await list(way, { nextPage: token })).body).toEqual([]);
  });

  test.each(lists)("%s: fetchall", async (_, way) => {
    const { body, token, headers } = await list(
      { ...way, configuration: { ...way.configuration, "pagination.max": "10" } },
      { fetchall: "true", returnCount: "true" },
    );
    expect(body).toEqual(ROWS);
    expect(token).toBeUndefined();
    expect(headers["elements-returned-count"]).toBe("25");
  });

  test("in the template of a body", async () => {
    const [, way] = WAYS.at(-1) as [string, Way];
    const { requests, send } = aProvider({ body: ROWS.slice(0, 10) });
    const element = anElement([way.resource ?? {}]);
    const { headers } = await callHub("POST /contacts?page=2&pageSize=10", { element, ports: { send } });
    expect(requests[0]?.body).toBe('{"at":2,"n":"10"}');
    expect(headers["elements-next-page-token"]).toBe(writePageToken({ page: 3, pageSize: 10 }));
  });

  test("a page that is not full has none after it; without a say in the size any may", async () => {
    const way: Way = {
      resource: { parameters: [parameter("query page -> query page")] },
      provide: () => ({ body: ROWS }),
    };
    expect((await list(way, {})).token).toBeDefined();
    expect((await list({ ...way, provide: () => ({ body: [] }) }, {})).token).toBeUndefined();
  });

  test("the caller's own offset is passed on", async () => {
    const resource = {
      parameters: ["query offset -> query offset", "query pageSize -> query limit"].map((line) => parameter(line)),
    };
    const { requests, token } = await list(
      { resource, provide: () => ({ body: [1, 2] }) },
      { offset: "7", pageSize: "2" },
    );
    expect(requests[0]?.url).toMatch(/\?offset=7&limit=2$/);
    expect(token).toBeUndefined();
  });

  test("an object is no list and is not paged", async () => {
    const { headers, body } = await list(
      { resource: { parameters: PAGED }, provide: () => ({ body: { id: 1 } }) },
      { pageSize: "1" },
    );
    expect([headers, body]).toEqual([{}, { id: 1 }]);
  });

  test("the token of a hook goes to the caller and is passed to the hook again", async () => {
    const seen: unknown[] = [];
    const hooks = [
      {
        type: "preRequest",
        body: "done({ request_vendor_parameters: { from: request_parameters.nextPage || null, n: request_parameters.pageSize } })",
      },
      { type: "postRequest", body: `done({ response_headers: { "Elements-Next-Page-Token": "hook's own" } })` },
    ];
    const way: Way = {
      resource: { hooks },
      provide: (query) => {
        seen.push(Object.fromEntries(query));
        return { body: [1, 2] };
      },
    };
    const first = await list(way, { pageSize: "2" }, { hook: hooksThat() });
    expect(first.token).toBe(writePageToken({ page: 2, pageSize: 2, cursor: "hook's own" }));
    await list(way, { nextPage: first.token ?? "" }, { hook: hooksThat() });
    expect(seen).toEqual([{ n: "2" }, { n: "2", from: "hook's own" }]);
  });

  test("a hook that reads the next page itself is given the link as it is", async () => {
    const resource = {
      rootKey: "rows",
      nextPageKey: "next",
      parameters: [parameter("query nextPage -> no-op")],
      hooks: [{ type: "preRequest", body: "done({ request_vendor_url: request_parameters.nextPage })" }],
    };
    const way = { resource, provide: () => ({ body: { rows: [1], next: "https://api.example.com/v2/more?after=9" } }) };
    const { token } = await list(way, {}, { hook: hooksThat() });
    const { requests } = await list(way, { nextPage: token ?? "" }, { hook: hooksThat() });
    expect(requests[0]?.url).toBe("https://api.example.com/v2/more?after=9");
  });

  test("a link is followed by its query only", async () => {
    const [, way] = WAYS.find(([name]) => name === "cursor in a link") as [string, Way];
    const evil = { ...way, provide: () => ({ body: { rows: [1], meta: { next: "https://evil.com/x?after=9#y" } } }) };
    const { token } = await list(evil, {});
    expect((await list(evil, { nextPage: token ?? "" })).requests[0]?.url).toBe(
      "https://api.example.com/v1/people?after=9&limit=200",
    );
  });
});

describe("how many rows a page has", () => {
  const providerQuery = async (
    query: Record<string, string>,
    configuration: Record<string, string> = {},
    resource = {},
  ) => {
    const { requests } = await list(
      { configuration, resource: { parameters: PAGED, ...resource }, provide: () => ({ body: [] }) },
      query,
    );
    return Number(new URL(requests[0]?.url ?? "").searchParams.get("limit"));
  };

  test.each<[string, Record<string, string>, Record<string, string>, number]>([
    ["200 unless it is said", {}, {}, 200],
    ["the element's maximum if that is lower", {}, { "pagination.max": "20" }, 20],
    ["what the caller says", { pageSize: "7" }, {}, 7],
    ["but not more than the maximum", { pageSize: "70" }, { "pagination.max": "20" }, 20],
    ["by object", { pageSize: "70" }, { "pagination.max": '{"contacts": 50, "default": 30}' }, 50],
    ["by object, the default", { pageSize: "70" }, { "pagination.max": '{"users": 50, "default": 30}' }, 30],
    ["as V3 has it by default", {}, { pagination: '{"minPageSize":5,"maxPageSize":40,"defaultPageSize":15}' }, 15],
    [
      "as V3 has it at most",
      { pageSize: "70" },
      { pagination: '{"minPageSize":5,"maxPageSize":40,"defaultPageSize":15}' },
      40,
    ],
    [
      "as V3 has it at least",
      { pageSize: "1" },
      { pagination: '{"minPageSize":5,"maxPageSize":40,"defaultPageSize":15}' },
      5,
    ],
    ["what is no limit limits nothing", { pageSize: "700" }, { "pagination.max": "many", pagination: "{" }, 700],
    ["5,000 at most", { pageSize: "5000" }, { "pagination.max": "9000" }, 5000],
    ["null is none", { pageSize: "null" }, {}, 200],
  ])("%s", async (_, query, configuration, expected) => {
    expect(await providerQuery(query, configuration)).toBe(expected);
  });

  test("a resource below another has a name of its own among the limits", async () => {
    const way = { resource: { path: "/users/{id}/comments", parameters: PAGED }, provide: () => ({ body: [] }) };
    const { requests, send } = provider(way);
    const configuration = { "pagination.max": '{"users": 50, "usersComments": 40, "default": 30}' };
    await callHub("GET /users/1/comments", { element: anElement([way.resource]), configuration, ports: { send } });
    expect(requests[0]?.url).toContain("limit=40");
  });

  test("a resource may have a standard and a maximum of its own (spec §8)", async () => {
    const resource = { defaultPageSize: 100, maxPageSize: 100 };
    expect(await providerQuery({}, {}, resource)).toBe(100);
    expect(await providerQuery({ pageSize: "100" }, {}, resource)).toBe(100);
    await expect(providerQuery({ pageSize: "101" }, {}, resource)).rejects.toMatchObject({
      kind: "badRequest",
      headers: { "elements-error": "pageSize: must be at most 100 for contacts." },
    });
  });

  test.each<[string, Record<string, string>]>([
    ["pageSize 0", { pageSize: "0" }],
    ["pageSize below 0", { pageSize: "-1" }],
    ["a billion rows", { pageSize: "1000000000" }],
    ["half a row", { pageSize: "1.5" }],
    ["no number", { pageSize: "abc" }],
    ["page 0", { page: "0" }],
    ["page below 0", { page: "-3" }],
    ["half a page", { page: "1.5" }],
    ["a page that is no token either", { page: "abc" }],
    ["a forged token", { nextPage: "abc" }],
  ])("refuses %s (A28)", async (_, query) => {
    await expect(providerQuery(query)).rejects.toMatchObject({ kind: "badRequest" });
  });

  test("resources that are no lists leave page and pageSize alone", async () => {
    const { requests, send } = aProvider({ body: {} });
    const element = anElement([{ path: "/contacts/{id}", parameters: [parameter("query color -> query color")] }]);
    await callHub("GET /contacts/1?page=home&pageSize=big&color=red", { element, ports: { send } });
    expect(requests[0]?.url).toMatch(/\?color=red$/);
  });
});

test("fetchall of a list without end is refused", async () => {
  const body = Array.from({ length: 1000 }, (_, id) => ({ id }));
  const way: Way = { resource: { parameters: PAGED }, provide: () => ({ body }) };
  await expect(list(way, { fetchall: "true" })).rejects.toThrow(/more than 100000 rows/);
});

test("the next page's name has a limit", async () => {
  const resource = { rootKey: "rows", nextPageKey: "next", parameters: [parameter("query nextPage -> query after")] };
  await expect(
    list({ resource, provide: () => ({ body: { rows: [], next: "x".repeat(9000) } }) }, {}),
  ).rejects.toMatchObject({ kind: "badGateway" });
});

describe("a provider that returns fewer rows than requested", () => {
  const capped = (query: URLSearchParams, from: number) => ({
    body: ROWS.slice(from, from + Math.min(4, Number(query.get("limit")))),
  });
  const total = { "x-total-count": "25" };
  const offsets = ["query offset -> query skip", "query pageSize -> query limit"].map((line) => parameter(line));
  const bySkip = (query: URLSearchParams) => capped(query, Number(query.get("skip")));
  const byPage = (query: URLSearchParams) => capped(query, (Number(query.get("page")) - 1) * 4);
  const hooks = [{ type: "postRequest", body: "done({ response_body: response_body.filter(({ id }) => id % 2) })" }];
  const odd = ROWS.filter(({ id }) => id % 2);

  test.each<[string, Way, object[]]>([
    ["pages", { resource: { parameters: PAGED }, provide: (query) => ({ ...byPage(query), headers: total }) }, ROWS],
    [
      "offsets",
      {
        configuration: { "pagination.type": "offset" },
        resource: { parameters: offsets },
        provide: (query) => ({ ...bySkip(query), headers: total }),
      },
      ROWS,
    ],
    [
      "offsets, and the provider chooses the size",
      {
        resource: { parameters: offsets.slice(0, 1) },
        provide: (query) =>
          capped(new URLSearchParams({ limit: "4", ...Object.fromEntries(query) }), Number(query.get("skip"))),
      },
      ROWS,
    ],
    [
      "offsets, and a hook removes rows",
      { resource: { parameters: offsets, hooks }, provide: (query) => ({ ...bySkip(query), headers: total }) },
      odd,
    ],
    [
      "pagination.max in place of a total",
      { configuration: { "pagination.max": "4" }, resource: { parameters: PAGED }, provide: byPage },
      ROWS,
    ],
  ])("is read to the end: %s", async (_, way, expected) => {
    const ports = { hook: hooksThat() };
    expect((await list(way, { fetchall: "true" }, ports)).body).toEqual(expected);
    const rows: unknown[] = [];
    for (let nextPage: string | undefined = "undefined"; nextPage !== undefined; ) {
      const page = await list(way, { nextPage }, ports);
      rows.push(...(page.body as unknown[]));
      nextPage = page.token;
    }
    expect(rows).toEqual(expected);
  });

  test("without a total a page with fewer rows is the last one", async () => {
    expect((await list({ resource: { parameters: PAGED }, provide: byPage }, {})).token).toBeUndefined();
  });
});

test("a hook that counts pages ends the list by a page without rows", async () => {
  const body =
    'done({ response_headers: { "Elements-Next-Page-Token": String(Number(request_parameters.page) + 1) } })';
  const hooks = [{ type: "postRequest", body }];
  let left = 3;
  const way: Way = { resource: { parameters: PAGED, hooks }, provide: () => ({ body: left-- > 0 ? [left] : [] }) };
  const { body: rows, requests } = await list(way, { fetchall: "true" }, { hook: hooksThat() });
  expect([rows, requests.length]).toEqual([[2, 1, 0], 4]);
});

test.each<[string, object, unknown]>([
  ["a list", { rootKey: "rows", parameters: PAGED }, []],
  ["a list without paging", {}, []],
  ["one object", { path: "/hubs/crm/contacts/{id}" }, undefined],
  ["a change", { method: "POST" }, undefined],
])("204 of %s", async (_, resource, expected) => {
  const { send } = aProvider({ code: 204, body: undefined });
  const element = anElement([{ ...resource }]);
  const line = "path" in resource ? "GET /contacts/1" : "method" in resource ? "POST /contacts" : "GET /contacts";
  expect((await callHub(line, { element, ports: { send } })).body).toEqual(expected);
});
