import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { aPolledInstance } from "#server/testing/polled.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

// Every loop over pages reads the lists of every odd provider: a new loop or oddity is one more row.

type Reply = { body: unknown; status?: number; headers?: Record<string, string> };
type Odd = {
  parameters?: string[];
  more?: object;
  reply: (query: URLSearchParams, path: string) => Reply;
  /** The last id of the list, or why it cannot be read. */
  expected: number | RegExp;
};

const ids = (from: number, upTo: number) => Array.from({ length: upTo - from + 1 }, (_, at) => ({ id: from + at }));
const CURSOR = { parameters: ["nextPage after"], more: { rootKey: "rows", nextPageKey: "next" } };
const PAGES = { parameters: ["page page", "pageSize limit"], more: { rootKey: "rows" } };
const BY_NUMBER = { parameters: ["page page"], more: { rootKey: "rows" } };
const UNCLEAR = /no such resource.*unclear whether the list ends.*pagination\.max/;
const LINK = { more: { rootKey: "rows", nextPageKey: "next" } };
const named = (pages: Record<string, [rows: object[], next?: string]>) => (query: URLSearchParams) => {
  const [rows, next] = pages[query.get("after") ?? ""] ?? [[]];
  return { body: { rows, next } };
};

const ODD: Record<string, Odd> = {
  emptyMiddle: {
    ...CURSOR,
    reply: named({ "": [ids(1, 2), "b"], b: [[], "c"], c: [[], "d"], d: [ids(3, 4)] }),
    expected: 4,
  },
  alternating: {
    ...CURSOR,
    reply: named({ "": [ids(1, 2), "b"], b: [ids(3, 4), "c"], c: [ids(5, 6), "b"] }),
    expected: /again and again|repeats its reference to the next page/,
  },
  cappedPages: {
    parameters: ["page page", "pageSize limit"],
    more: { rootKey: "rows" },
    reply: (query) => ({ body: { rows: ids(1, 250).slice(capped(query) - 100, capped(query)), total: 250 } }),
    expected: 250,
  },
  cappedOffsets: {
    parameters: ["offset skip", "pageSize limit"],
    reply: (query) => ({
      body: ids(1, 250).slice(Number(query.get("skip")), Number(query.get("skip")) + 100),
      headers: { "x-total-count": "250" },
    }),
    expected: 250,
  },
  pathLink: {
    ...LINK,
    reply: (_, path) => {
      const page = Number(path.split("/")[2] ?? 1);
      return { body: { rows: ids(page, page), next: page < 4 ? `${provider.url}/pathLink/${page + 1}` : null } };
    },
    expected: 4,
  },
  relativeLink: {
    ...LINK,
    reply: (query) => {
      const page = Number(query.get("p") ?? 1);
      return { body: { rows: ids(page, page), next: page < 4 ? `relativeLink?p=${page + 1}` : null } };
    },
    expected: 4,
  },
  linkHeader: {
    more: { nextPageKey: "header:Link" },
    reply: (query) => {
      const page = Number(query.get("p") ?? 1);
      const link = `</linkHeader?p=${page + 1}>; title="x, y"; rel="next"`;
      return { body: ids(page, page), headers: { ...(page < 4 && { link }) } };
    },
    expected: 4,
  },
  overstatedTotal: {
    ...PAGES,
    reply: (query) => refusing(query, { rows: 250, total: 300, upTo: 250 }),
    expected: 250,
  },
  overstatedShort: {
    ...PAGES,
    reply: (query) => refusing(query, { rows: 37, total: 40, upTo: 37 }),
    expected: 37,
  },
  overstatedOne: {
    ...PAGES,
    reply: (query) => refusing(query, { rows: 1, total: 2, upTo: 1 }),
    expected: 1,
  },
  overstatedFull: {
    ...PAGES,
    reply: (query) => refusing(query, { rows: 200, total: 400, upTo: 200 }),
    expected: 200,
  },
  // Pages of a fixed size, whatever is requested, of which the last is shorter than the others.
  fixedSize: {
    ...PAGES,
    reply: (query) => refusing(query, { rows: 137, total: 150, upTo: 137, size: 50 }),
    expected: 137,
  },
  fixedWithoutSize: {
    ...BY_NUMBER,
    reply: (query) => refusing(query, { rows: 137, upTo: 137, size: 50 }),
    expected: 137,
  },
  fixedOffsets: {
    parameters: ["offset skip"],
    reply: (query) => {
      const from = Number(query.get("skip"));
      return from >= 100 ? { status: 416, body: {} } : { body: ids(1, 100).slice(from, from + 50) };
    },
    expected: 100,
  },
  // One page proves nothing, unless the element says how many rows a full page has.
  onePage: { ...BY_NUMBER, reply: (query) => refusing(query, { rows: 7, upTo: 7, size: 50 }), expected: UNCLEAR },
  onePageOfMost: {
    ...BY_NUMBER,
    reply: (query) => refusing(query, { rows: 7, upTo: 7, size: 50 }),
    expected: 7,
  },
  // Whether such a list ends or the provider limits pages is the same to us.
  fixedFull: { ...BY_NUMBER, reply: (query) => refusing(query, { rows: 100, upTo: 100, size: 50 }), expected: UNCLEAR },
  // Rows that the provider left out of a page say nothing about the end.
  filteredPages: {
    ...PAGES,
    reply: (query) => {
      const reply = refusing(query, { rows: 250, total: 250, upTo: 200 });
      const { rows = [] } = reply.body as { rows?: { id: number }[] };
      return { ...reply, body: { ...(reply.body as object), rows: rows.filter(({ id }) => id !== 200) } };
    },
    expected: UNCLEAR,
  },
  // The list is longer than the provider shows: what is missing must not be lost silently.
  refusesLaterPages: {
    ...PAGES,
    reply: (query) => refusing(query, { rows: 250, total: 250, upTo: 100 }),
    expected: /no such resource/,
  },
  otherHost: {
    ...LINK,
    reply: () => ({ body: { rows: ids(1, 1), next: "https://evil.example/otherHost/2" } }),
    expected: /leads to another host \(evil\.example\)/,
  },
};
type Limits = { rows: number; total?: number; upTo: number; size?: number };

/** A provider of at most 100 rows a page, or always `size`, which refuses pages that begin at or behind a row. */
function refusing(query: URLSearchParams, { rows, total, upTo, size: fixed }: Limits): Reply {
  const size = fixed ?? Math.min(Number(query.get("limit")), 100);
  const from = (Number(query.get("page")) - 1) * size;
  if (from >= upTo) return { status: 404, body: { error: "There is no such page." } };
  return {
    body: {
      rows: ids(1, rows)
        .slice(from, from + size)
        .filter(({ id }) => id <= rows),
      total,
    },
  };
}
const capped = (query: URLSearchParams) => Number(query.get("page")) * 100;

let api: RunningApi;
let provider: AProvider;
let instanceId: number;
let element: { authorization: string };

beforeAll(async () => {
  api = await aRunningApi({ env: { POLL_UNIT_MS: "1000" } });
  provider = await aProvider((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? "", "http://provider");
    const {
      body,
      status = 200,
      headers,
    } = ODD[pathname.split("/")[1] ?? ""]?.reply(searchParams, pathname) ?? { body: {} };
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  });
  const definition = anElement({
    configuration: [
      { key: "base.url", name: "base", description: "base", defaultValue: provider.url },
      { key: "pagination.max", name: "most", description: "most", defaultValue: '{ "onePageOfMost": 50 }' },
    ],
    resources: Object.entries(ODD).map(([name, { parameters = [], more }]) => ({
      ...{ method: "GET", path: `/${name}`, vendorPath: `/${name}`, ...more },
      parameters: parameters.map((line) => {
        const [ours, theirs] = line.split(" ");
        return { name: ours, vendorName: theirs, type: "query", vendorType: "query", dataType: "string" };
      }),
    })),
  });
  const created = await api.fetch("/elements", { as: api.as, method: "POST", body: definition });
  const entries = Object.fromEntries(
    Object.keys(ODD).map((name) => [name, { url: `/hubs/crm/${name}`, idField: "id" }]),
  );
  const { body } = await aPolledInstance(api, { elementId: created.body.id, entries });
  instanceId = body.id;
  element = asElement(api.as, body.token);
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  provider.requests.length = 0;
});

type Read = { last?: number; error?: string };
const lastOf = (rows: { id: number }[]): Read => {
  expect(rows).toEqual(ids(1, rows.length));
  return { last: rows.length };
};
const ofReply = ({ status, body }: { status: number; body: { id: number }[] }): Read => {
  if (status === 200) return lastOf(body);
  expect([404, 502]).toContain(status);
  return { error: JSON.stringify(body) };
};
const get = (path: string) => api.fetch(path, { as: element });

const LOOPS: Record<string, (name: string) => Promise<Read>> = {
  fetchall: async (name) => ofReply(await get(`/hubs/crm/${name}?fetchall=true`)),
  query: async (name) =>
    ofReply(await get(`/hubs/crm/query?q=${encodeURIComponent(`select * from ${name} limit 400`)}`)),
  async "page by page"(name) {
    const rows: { id: number }[] = [];
    const seen = new Set<string>();
    for (let path = `/hubs/crm/${name}`; ; ) {
      const { status, body, headers } = await get(path);
      if (status !== 200) return { error: JSON.stringify(body) };
      // An application sees a list that repeats itself.
      if (seen.has(JSON.stringify(body)) && body.length > 0) return { error: "again and again" };
      seen.add(JSON.stringify(body));
      rows.push(...body);
      const token = headers.get("elements-next-page-token");
      if (!token) return lastOf(rows);
      path = `/hubs/crm/${name}?nextPage=${token}`;
    }
  },
  async download(name) {
    const q = encodeURIComponent(`select * from ${name}`);
    const { body } = await api.fetch(`/hubs/crm/bulk/query?q=${q}`, { as: element, method: "POST" });
    await api.tick();
    const status = (await get(`/bulk/${body.id}/status`)).body;
    // A list that stays as it is ends the job at once, instead of being requested again and again.
    if (status.status !== "COMPLETED") {
      expect(status.status).toBe("FAILED");
      return { error: JSON.stringify(status) };
    }
    const { text } = await api.fetch(`/bulk/${body.id}/${name}`, {
      as: { ...element },
      headers: { accept: "application/json" },
    });
    return lastOf(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    );
  },
  async poll(name) {
    const polled = await api.fetch(`/instances/${instanceId}/pollers/${name}/poll`, { as: api.as, method: "POST" });
    const { error, rows } = polled.body;
    return error ? { error } : { last: rows };
  },
};

describe.each(Object.keys(LOOPS))("%s", (loop) => {
  test.each(Object.keys(ODD))("reads the list, or says why not: %s", async (name) => {
    const { expected } = ODD[name] as Odd;
    const read = await LOOPS[loop]?.(name);
    if (typeof expected === "number") expect(read).toEqual({ last: expected });
    else expect(read?.error).toMatch(expected);
    expect(provider.requests.filter(({ url }) => url?.startsWith(`/${name}`)).length).toBeLessThan(20);
  });
});
