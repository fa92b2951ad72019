import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { anElement } from "#server/testing/elements.ts";
import { overNetwork } from "#server/testing/over-network.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWebProcess, type WebProcess } from "#server/testing/web-process.ts";
import { aWorkerProcess, type WorkerProcess } from "#server/testing/worker-process.ts";

let api: RunningApi;
let processes: (WebProcess | WorkerProcess)[] = [];
beforeAll(async () => {
  api = await aRunningApi({ works: false });
});
afterEach(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  processes = [];
});
afterAll(() => api.close());

const started = async <Process extends WebProcess | WorkerProcess>(starting: Promise<Process>): Promise<Process> => {
  const process = await starting;
  processes.push(process);
  return process;
};

const HOOK =
  "done({ events: [{ event_type: 'CREATED', event_object_type: 'x', event_object_id: events.id, event_id: events.delivery }] });";

/** An instance that accepts events, with a formula that is triggered by them. */
async function aListened() {
  const post = async (path: string, body: object) => (await api.fetch(path, { as: api.as, method: "POST", body })).body;
  const { key } = await post("/elements", anElement({ hooks: [{ type: "event", body: HOOK, isLegacy: false }] }));
  const configuration = { "event.notification.enabled": "true" };
  const { id } = await post(`/elements/${key}/instances`, { name: "i", configuration });
  const { formulaInstanceId } = await api.aRunnable(
    {
      name: "Listens",
      configuration: [{ key: "it", type: "elementInstance", required: true }],
      triggers: [{ type: "event", properties: { elementInstanceId: "${config.it}" }, onSuccess: ["s"] }],
      steps: [{ name: "s", type: "script", properties: { body: "done({});" } }],
    },
    { configuration: { it: String(id) } },
  );
  return { path: `/events/${key}/${id}`, id: id as number, formulaInstanceId };
}

const send = (to: WebProcess, path: string, body: object) =>
  fetch(to.api + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
const rowsOf = async (text: string, ...values: unknown[]) => (await api.app.db.pool.query(text, values)).rows;

test("a webhook that comes a hundred times at once, to two processes, is one event and one execution (G05)", async () => {
  const { path, id, formulaInstanceId } = await aListened();
  const [one, other] = await Promise.all([
    started(aWebProcess(api.app.databaseUrl)),
    started(aWebProcess(api.app.databaseUrl)),
  ]);
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, n) => send(n % 2 ? one : other, path, { id: "7", delivery: "d-1" })),
  );
  const bodies = await Promise.all(replies.map((reply) => reply.json()));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(bodies.map(({ eventId }) => eventId)).size).toBe(1);
  expect(bodies.filter(({ repeated }) => repeated)).toHaveLength(99);
  expect(await rowsOf("select id from event where element_instance_id = $1", id)).toHaveLength(1);
  await expect
    .poll(() => rowsOf("select id from execution where formula_instance_id = $1", formulaInstanceId))
    .toHaveLength(1);
});

test("a web process that is killed under load loses no acknowledged event, and nothing starts twice", {
  timeout: 240_000,
}, async () => {
  const { path, id, formulaInstanceId } = await aListened();
  let web = await started(aWebProcess(api.app.databaseUrl));
  await started(aWorkerProcess(api.app.databaseUrl));
  const COUNT = 400;
  const replies = new Map<number, string>();
  let next = 0;
  const deaths = [60, 160, 260];

  /** Retries until the response is 200, as a provider does. */
  async function deliver(n: number) {
    for (;;) {
      const reply = await send(web, path, { id: `${n}`, delivery: `d${n}` }).catch(() => null);
      if (reply?.ok) {
        const body = await reply.json().catch(() => null);
        if (body) return void replies.set(n, body.eventId);
      }
      await pause(50);
    }
  }
  async function senders() {
    while (next < COUNT) await deliver(next++);
  }
  async function killer() {
    for (const at of deaths) {
      while (replies.size < at) await pause(2);
      await web.kill();
      web = await started(aWebProcess(api.app.databaseUrl));
    }
  }
  await Promise.all([...Array.from({ length: 20 }, senders), killer()]);

  const events = await rowsOf("select id::text, object_ids from event where element_instance_id = $1", id);
  expect(events).toHaveLength(COUNT);
  expect(new Set(events.map((event) => event.id))).toEqual(new Set(replies.values()));
  expect(new Set(events.flatMap((event) => event.object_ids)).size).toBe(COUNT);
  await expect
    .poll(
      () =>
        rowsOf(
          "select count(*)::int as all, count(distinct object_id)::int as objects from execution where formula_instance_id = $1 and status = 'success'",
          formulaInstanceId,
        ),
      { timeout: 40_000 },
    )
    .toEqual([{ all: COUNT, objects: COUNT }]);
  await expect
    .poll(() => rowsOf("select id from event where element_instance_id = $1 and status <> 'CONSUMED'", id))
    .toEqual([]);
});

/** A proxy to a database whose connections can be cut. */
async function aWay(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        socket.destroy();
        upstream.destroy();
        sockets.delete(one);
      });
    }
    socket.pipe(upstream).pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: overNetwork(databaseUrl, { hostname: "127.0.0.1", port: (server.address() as AddressInfo).port }),
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test("while the database is away it says 503 and when to come again, and never that all is well (G09)", async () => {
  const { path, id } = await aListened();
  const way = await aWay(api.app.databaseUrl);
  const web = await started(aWebProcess(way.url, { LOG_LEVEL: "silent" }));
  expect((await send(web, path, { id: "1", delivery: "1" })).status).toBe(200);
  way.cut();
  const away = await Promise.all(["2", "3"].map((one) => send(web, path, { id: one, delivery: one })));
  for (const reply of away) {
    expect(reply.status).toBe(503);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  way.mend();
  await expect.poll(async () => (await send(web, path, { id: "2", delivery: "2" })).status).toBe(200);
  expect(await rowsOf("select object_ids from event where element_instance_id = $1 order by id", id)).toEqual([
    { object_ids: ["1"] },
    { object_ids: ["2"] },
  ]);
  await web.kill();
  await way.close();
});
