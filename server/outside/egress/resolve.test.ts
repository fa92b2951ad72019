import { readFile } from "node:fs/promises";
import { afterEach, expect, test } from "vitest";
import { aNameServer, type NameServer } from "#server/testing/name-server.ts";
import { createEgress } from "./egress.ts";
import { createLookup } from "./resolve.ts";

let server: NameServer;

afterEach(() => server.close());

const lookupWith = async (names: Parameters<typeof aNameServer>[0]) => {
  server = await aNameServer(names);
  return createLookup([server.address]);
};

const soon = () => AbortSignal.timeout(10_000);

test("all addresses of a name are found", async () => {
  const lookup = await lookupWith({ "api.example": ["192.0.2.1", "192.0.2.2"] });
  expect(await lookup("api.example", soon())).toEqual(["192.0.2.1", "192.0.2.2"]);
});

test("a name nobody knows does not exist", async () => {
  const lookup = await lookupWith({});
  await expect(lookup("nowhere.invalid", soon())).rejects.toMatchObject({
    code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
  });
});

test("a name the servers do not know is found in /etc/hosts", async () => {
  const lookup = await lookupWith({});
  expect(await lookup("localhost", soon())).toContain("127.0.0.1");
});

test("silent name servers end the call in time and hold no thread", async () => {
  const lookup = await lookupWith({ "silent.example": null });
  const egress = createEgress({ lookup, lookupMs: 1500 });
  const calls = Array.from({ length: 20 }, () => egress.connect({ host: "silent.example", port: 443 }));
  await expect.poll(() => server.queries()).toBeGreaterThan(20);
  const ended = Promise.allSettled(calls);
  const first = await Promise.race([readFile("/etc/hosts").then(() => "a file"), ended.then(() => "a call")]);
  expect(first).toBe("a file");
  for (const outcome of await ended) {
    expect(outcome).toMatchObject({
      reason: { kind: "timedOut", message: "Cannot resolve silent.example: no answer in time." },
    });
  }
  await egress.close();
});

test("checks a name whose address changes at once each time (E04)", async () => {
  const addresses = [["192.0.2.1"], ["127.0.0.1"]];
  const names = {
    get "rebind.example"() {
      return addresses[server.queries() < 3 ? 0 : 1] ?? [];
    },
  };
  const lookup = await lookupWith(names);
  expect(await lookup("rebind.example", soon())).toEqual(["192.0.2.1"]);
  const egress = createEgress({ lookup });
  await expect(egress.connect({ host: "rebind.example", port: 443 })).rejects.toThrow(/address not allowed/);
  await egress.close();
});
