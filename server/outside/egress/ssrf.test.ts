import { afterEach, describe, expect, test } from "vitest";
import { type Listener, listen } from "#server/testing/listener.ts";
import { parseAllowList } from "./allow-list.ts";
import { createConnect } from "./connect.ts";
import { createEgress, type Egress } from "./egress.ts";
import { createGuard } from "./guard.ts";

const { signal } = new AbortController();
const PUBLIC = "93.184.215.14";

let server: Listener;
let egress: Egress;

/** A server on every address of this machine that must not receive a byte, and an egress that resolves these names. */
async function aForbiddenServer(names: Record<string, string[]> = {}) {
  server = await listen();
  egress = createEgress({ connectMs: 500, lookup: async (host) => names[host] ?? [] });
  return { egress, port: server.port };
}

afterEach(async () => {
  await egress.close();
  await server.close();
});

/** All functions that send. A new one belongs in this table. */
const ENTRIES: Record<string, (host: string, port: number) => Promise<unknown>> = {
  http: (host, port) => egress.http({ method: "GET", url: `http://${host}:${port}/`, headers: {}, signal }),
  https: (host, port) =>
    egress.http({ method: "POST", url: `https://${host}:${port}/`, headers: {}, body: "x", signal }),
  "a callback": (host, port) => egress.callbacks.post({ url: `http://${host}:${port}/`, headers: {}, body: "{}" }),
  "the check of a callback's address": (host, port) => egress.callbacks.check(`http://${host}:${port}/`),
  connect: (host, port) => egress.connect({ host, port }),
  "connect with TLS": (host, port) => egress.connect({ host, port, tls: true }),
  "a library's own socket": (host, port) => egress.checked({ host, port }),
  amqp: async (host, port) => {
    const { host: canonical } = egress.target(`amqp://user:canary@${host}:${port}/`, ["amqp:", "amqps:"]);
    return egress.checked({ host: canonical, port });
  },
};

const LOOPBACK = [
  "127.0.0.1",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "127.1",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "0.0.0.0",
  "0",
  "127.0.0.1.",
  "①②⑦.0.0.1",
  "localhost",
  "localhost.",
  "LocalHost",
  "a.localhost",
  "127.0.0.1.nip.io",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
];

describe.each(Object.keys(ENTRIES))("by %s", (entry) => {
  test.each(LOOPBACK)("this machine is not reached as %s (E01)", async (host) => {
    const { port } = await aForbiddenServer({ "127.0.0.1.nip.io": ["127.0.0.1"] });
    await expect(ENTRIES[entry]?.(host, port)).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringMatching(/^address not allowed: /),
    });
    expect(server.connections()).toBe(0);
    expect(server.received()).toHaveLength(0);
  });

  test.each([
    ["metadata.google.internal", ["169.254.169.254"]],
    ["aws.example", ["fd00:ec2::254"]],
    ["alibaba.example", ["100.100.100.200"]],
    ["mixed.example", [PUBLIC, "127.0.0.1"]],
    ["families.example", [PUBLIC, "::1"]],
    ["mapped.example", ["::ffff:10.0.0.1"]],
    ["odd.example", ["not an address"]],
    ["zoned.example", ["fe80::1%eth0"]],
  ])("%s, which leads to %j, is not called (E02, E04)", async (host, addresses) => {
    const { port } = await aForbiddenServer({ [host]: addresses });
    await expect(ENTRIES[entry]?.(host, port)).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringContaining(`address not allowed: ${host}`),
    });
    expect(server.received()).toHaveLength(0);
  });
});

test("a refusal does not reveal the address of the name", async () => {
  const { port } = await aForbiddenServer({ "intranet.example": ["10.1.2.3"] });
  await expect(ENTRIES.http?.("intranet.example", port)).rejects.not.toThrow(/10\.1\.2\.3/);
});

test("a name that turns private after it was looked up is still the public one (E04)", async () => {
  server = await listen();
  const resolved = [[PUBLIC], ["127.0.0.1"]];
  let lookups = 0;
  egress = createEgress({ connectMs: 300, lookup: async () => resolved[lookups++] ?? [] });
  const { port } = server;
  await expect(egress.connect({ host: "rebind.example", port })).rejects.toThrow(/Could not connect/);
  await expect(egress.connect({ host: "rebind.example", port })).rejects.toThrow(/address not allowed/);
  expect(lookups).toBe(2);
  expect(server.connections()).toBe(0);
});

test("the peer of the open socket is checked before a byte is written", async () => {
  server = await listen();
  egress = createEgress();
  const { check, target } = createGuard(parseAllowList([]));
  let checks = 0;
  const blindToNames = {
    target,
    check: (...place: Parameters<typeof check>) => (checks++ > 0 ? check(...place) : undefined),
  };
  const { connect } = createConnect({
    guard: blindToNames,
    lookup: async () => ["127.0.0.1"],
    lookupMs: 500,
    connectMs: 500,
  });
  await expect(connect({ host: "blind.example", port: server.port, tls: true })).rejects.toThrow(/address not allowed/);
  expect(checks).toBe(2);
  expect(server.received()).toHaveLength(0);
});

test("a kept-alive connection serves its own host and port only (E04)", async () => {
  server = await listen((socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"));
  egress = createEgress({ allow: ["one.example", "two.example"], lookup: async () => ["127.0.0.1"] });
  for (const host of ["one.example", "two.example", "one.example", "two.example"])
    await ENTRIES.http?.(host, server.port);
  expect(server.connections()).toBe(2);
  await expect(ENTRIES.http?.("three.example", server.port)).rejects.toThrow(/address not allowed/);
});

test("allows a private address that an operator configured, for that place only", async () => {
  const { port } = await aForbiddenServer({ "mail.internal": ["127.0.0.1"], "other.internal": ["127.0.0.1"] });
  const connect = egress.connectTo(`mail.internal:${port}`);
  (await connect({ host: "mail.internal", port })).destroy();
  await expect(connect({ host: "other.internal", port })).rejects.toThrow(/address not allowed/);
  await expect(egress.connect({ host: "mail.internal", port })).rejects.toThrow(/address not allowed/);
});
