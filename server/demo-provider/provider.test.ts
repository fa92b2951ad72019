import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDemoProvider } from "./provider.ts";

let server: Server;
let base: string;
beforeEach(async () => {
  server = createDemoProvider();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const get = async (path: string) => (await fetch(base + path)).json();
const order = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${base}/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

test("a customer is read by id", async () => {
  expect(await get("/customers/2")).toMatchObject({ id: "2", name: "Grace Hopper" });
});

test("an unknown customer is a 404 with words", async () => {
  const reply = await fetch(`${base}/customers/99`);
  expect(reply.status).toBe(404);
  expect(await reply.json()).toEqual({ message: "There is no such record." });
});

test("returns a new order with an id that can be read again", async () => {
  const reply = await order({ customerId: "1", total: 12 });
  const created = await reply.json();
  expect(reply.status).toBe(201);
  expect(created).toMatchObject({ customerId: "1", total: 12, status: "received", id: expect.any(String) });
  expect(await get(`/orders/${created.id}`)).toEqual(created);
});

test("a repeated Idempotency-Key makes one order", async () => {
  const first = await (await order({ total: 1 }, { "idempotency-key": "k" })).json();
  const again = await order({ total: 1 }, { "idempotency-key": "k" });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await again.json()).toEqual(first);
  expect(await get("/orders")).toHaveLength(1);
});

test.each([[[]], ["text"], [null]])("%j is no order", async (body) => {
  expect((await order(body)).status).toBe(400);
});

test("a body that is not the JSON it claims to be is a 400", async () => {
  const reply = await fetch(`${base}/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{",
  });
  expect(reply.status).toBe(400);
});

test("echo returns the request", async () => {
  const reply = await fetch(`${base}/echo?a=1`, { method: "PUT", headers: { "x-mine": "yes" }, body: "hello" });
  expect(await reply.json()).toMatchObject({
    method: "PUT",
    query: { a: "1" },
    headers: { "x-mine": "yes" },
    body: "hello",
  });
});

test.each([200, 201, 429, 500, 503])("status/%i responds with that status", async (status) => {
  expect((await fetch(`${base}/status/${status}`)).status).toBe(status);
});

test("slow waits as long as requested", async () => {
  const before = performance.now();
  expect(await get("/slow?ms=60")).toEqual({ waitedMs: 60 });
  expect(performance.now() - before).toBeGreaterThanOrEqual(55);
});

test("the ledger lists what was received, with its Idempotency-Key, until it is emptied", async () => {
  await order({ total: 1 }, { "idempotency-key": "k" });
  await fetch(`${base}/status/503?why=test`);
  expect(await get("/ledger")).toMatchObject([
    { method: "POST", path: "/orders", idempotencyKey: "k", body: { total: 1 }, status: 201 },
    { method: "GET", path: "/status/503?why=test", idempotencyKey: null, body: null, status: 503 },
  ]);
  await fetch(`${base}/ledger`, { method: "DELETE" });
  expect(await get("/ledger")).toEqual([]);
});
