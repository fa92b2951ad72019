import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pollDue } from "#server/testing/due-work.ts";
import { aPolledInstance, aPolledProvider, CONTACTS, type PolledProvider } from "#server/testing/polled.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: PolledProvider;
let elementId: number;

beforeAll(async () => {
  api = await aRunningApi({ env: { POLL_UNIT_MS: "1000" } });
  provider = await aPolledProvider();
  elementId = (await send("/elements", "POST", provider.element())).body.id;
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(async () => {
  Object.assign(provider.state, { rows: [], status: 200, headers: {}, ignoresPage: false, onResponse: () => {} });
  await api.app.db.pool.query("delete from poller");
});

const send = (path: string, method = "GET", body?: unknown) => api.fetch(path, { as: api.as, method, body });
const instance = async (options: { entries?: object } = {}) =>
  (await aPolledInstance(api, { elementId, ...options })).body.id as number;
const pollers = async (id: number) => (await send(`/instances/${id}/pollers`)).body;
const pollNow = (id: number) => send(`/instances/${id}/pollers/contacts/poll`, "POST");
const row = (id: string, at = Date.now()) => ({
  id,
  updated: new Date(at).toISOString(),
  created: new Date(0).toISOString(),
});
async function reportedOf(id: number): Promise<string[]> {
  const { rows } = await api.app.db.pool.query<{ objects: string }>(
    "select objects from event where element_instance_id = $1 order by id",
    [id],
  );
  return rows.flatMap(({ objects }) =>
    JSON.parse(objects).map(
      ({ eventType, objectId }: { eventType: string; objectId: string }) => `${eventType} ${objectId}`,
    ),
  );
}
const events = (id: number) => reportedOf(id).then((all) => all.map((one) => one.replace("UPDATED ", "")).sort());

describe("rows that move past the next page", () => {
  const HOUR = 3_600_000;
  const ids = Array.from({ length: 60 }, (_, n) => String(n + 1));

  /** An instance that is polled from two hours ago, with 60 rows of ten minutes an hour ago in pages of two. */
  async function ofAnHourAgo(): Promise<number> {
    const id = await instance({ entries: { contacts: { ...CONTACTS, pageSize: 2 } } });
    const first = Date.now() - HOUR;
    provider.state.rows = ids.map((name, n) => row(name, first + n * 10_000));
    const from = new Date(Date.now() - 2 * HOUR).toISOString();
    await send(`/instances/${id}/pollers/contacts/cursor?from=${from}`, "DELETE");
    return id;
  }
  const afterPage = (page: number, change: () => void) => {
    let replies = 0;
    provider.state.onResponse = () => {
      if (++replies === page) change();
    };
  };
  async function pollAll(id: number) {
    const { body } = await pollNow(id);
    if (body.hasMore) await pollAll(id);
  }

  test("because a row of an earlier page is changed, become events in the same poll", async () => {
    const id = await ofAnHourAgo();
    afterPage(20, () => {
      provider.state.rows = provider.state.rows.filter(({ id: name }) => name !== "3").concat(row("3"));
    });
    await pollAll(id);
    expect(await events(id)).toEqual([...ids, "3"].sort());
    expect((await pollers(id))[0].cursor.hasMore).toBe(false);
  });

  test("because rows of earlier pages are deleted, become events as well", async () => {
    const id = await ofAnHourAgo();
    afterPage(10, () => provider.state.rows.splice(0, 3));
    await pollAll(id);
    expect(await events(id)).toEqual(ids.toSorted());
  });

  test("also if the poll is interrupted while it reads again", async () => {
    const id = await ofAnHourAgo();
    afterPage(20, () => provider.state.rows.splice(0, 1));
    await pollNow(id);
    afterPage(15, () => {
      provider.state.status = 503;
    });
    expect((await pollNow(id)).body.error).toContain("failed to answer");
    expect((await pollers(id))[0].cursor.hasMore).toBe(true);
    provider.state.status = 200;
    await pollAll(id);
    expect(await events(id)).toEqual(ids.toSorted());
  });

  test("are awaited also if the poll pauses before it reads again", async () => {
    const id = await ofAnHourAgo();
    // Twenty pages, of which the last has one row.
    provider.state.rows.splice(39);
    expect((await pollNow(id)).body).toMatchObject({ pages: 20, hasMore: true });
    expect((await pollers(id))[0].cursor.hasMore).toBe(true);
    expect((await pollNow(id)).body).toMatchObject({ pages: 20, rows: 0, hasMore: false });
  });

  test("cost a quiet poll nothing", async () => {
    const id = await ofAnHourAgo();
    await pollAll(id);
    const quiet = [await pollNow(id), await pollNow(id)].map(({ body }) => body);
    // Thirteen rows of the last two minutes.
    expect(quiet).toMatchObject(Array(2).fill({ pages: 7, rows: 13, updated: 0, eventIds: [] }));
    provider.state.rows = [];
    expect((await pollNow(id)).body).toMatchObject({ pages: 1 });
  });
});

test("a provider that ignores the number of the page is not requested for ever, and people see it", async () => {
  const id = await instance({ entries: { contacts: { ...CONTACTS, pageSize: 2 } } });
  provider.state.ignoresPage = true;
  provider.state.rows = ["1", "2", "3"].map((name) => row(name));
  provider.requests.length = 0;
  await pollDue(api.app);
  expect([await events(id), provider.requests.length]).toEqual([["1", "2"], 5]);
  expect((await pollers(id))[0]).toMatchObject({
    state: "failing",
    lastError: expect.stringContaining("the same page again and again"),
    cursor: { hasMore: false },
  });
  provider.state.ignoresPage = false;
  expect((await pollNow(id)).body).toMatchObject({ updated: 1 });
  expect((await pollers(id))[0]).toMatchObject({ state: "on" });
});

describe("a page that the provider refuses", () => {
  /** The outcome of polls after a page of the first one was refused with this status. */
  async function continued(status: number, { refusals = 1 } = {}) {
    const id = await instance({ entries: { contacts: { ...CONTACTS, pageSize: 1 } } });
    provider.state.rows = Array.from({ length: 21 }, (_, n) => row(String(n)));
    await pollNow(id);
    provider.state.status = status;
    for (let n = 0; n < refusals; n++) await pollNow(id);
    provider.state.status = 200;
    provider.requests.length = 0;
    const continues = (await pollers(id))[0].cursor.hasMore;
    await pollNow(id);
    const isFirst = !new URL(provider.requests[0]?.url ?? "", provider.url).search.includes("page=21");
    await pollDue(api.app);
    await pollNow(id);
    expect((await reportedOf(id)).sort()).toEqual(provider.state.rows.map(({ id: name }) => `UPDATED ${name}`).sort());
    return { continues, isFirst };
  }

  test.each([400, 404, 409, 410, 412, 413, 422])("with %i restarts the poll", async (status) => {
    expect(await continued(status)).toEqual({ continues: false, isFirst: true });
  });

  test.each([401, 403, 408, 429, 500, 503])("with %i is requested again", async (status) => {
    expect(await continued(status)).toEqual({ continues: true, isFirst: false });
  });

  test("by any error five times restarts the poll", async () => {
    expect(await continued(500, { refusals: 5 })).toEqual({ continues: false, isFirst: true });
  });

  test("in the poll that found it restarts the poll as well, and keeps what was reported", async () => {
    const id = await instance({ entries: { contacts: { ...CONTACTS, pageSize: 1 } } });
    provider.state.rows = Array.from({ length: 25 }, (_, n) => row(String(n)));
    await pollNow(id);
    let replies = 0;
    provider.state.onResponse = () => {
      provider.state.status = ++replies === 2 ? 404 : 200;
    };
    expect((await pollNow(id)).body).toMatchObject({ pages: 2, error: expect.stringContaining("no such resource") });
    expect((await pollers(id))[0].cursor.hasMore).toBe(false);
    const [one, two] = [(await pollNow(id)).body, (await pollNow(id)).body];
    expect([one.updated, two.updated]).toEqual([0, 3]);
    expect(await reportedOf(id)).toHaveLength(25);
  });
});
