import { once } from "node:events";
import https from "node:https";
import type net from "node:net";
import tls from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { certificate } from "#server/testing/certificate.ts";
import { listen } from "#server/testing/listener.ts";
import { createEgress } from "./egress.ts";

const trusted = tls.getCACertificates();
const ALLOW = ["secure.test", "other.test", "127.0.0.1", "localhost"];
const server = https.createServer(certificate, (_request, response) => response.end("safe"));
let connections = 0;
let port: number;
let egress = createEgress();

beforeAll(async () => {
  tls.setDefaultCACertificates([...trusted, certificate.cert]);
  server.on("secureConnection", () => connections++).listen(0);
  await once(server, "listening");
  port = (server.address() as net.AddressInfo).port;
});

afterEach(async () => {
  await egress.close();
  tls.setDefaultCACertificates([...trusted, certificate.cert]);
});

afterAll(() => {
  tls.setDefaultCACertificates(trusted);
  server.close();
});

const get = (host: string) =>
  egress.http({ method: "GET", url: `https://${host}:${port}/`, headers: {}, signal: new AbortController().signal });

const anEgress = (lookup = async () => ["127.0.0.1"]) => {
  egress = createEgress({ allow: ALLOW, lookup, connectMs: 1000 });
};

test("TLS is spoken with the name the certificate is for, over kept connections", async () => {
  anEgress();
  for (let calls = 0; calls < 10; calls++) expect(await get("secure.test")).toMatchObject({ code: 200, body: "safe" });
  // undici leaves a connection alone for one turn of the event loop after a response, so a second one is opened.
  expect(connections).toBeLessThanOrEqual(2);
});

test.each([
  ["other.test", "its certificate is for another name"],
  ["127.0.0.1", "its certificate is for another name"],
])("sends nothing to %s, whose certificate is for another name", async (host, reason) => {
  anEgress();
  await expect(get(host)).rejects.toMatchObject({
    kind: "badGateway",
    message: `Could not connect to ${host}:${port}: ${reason}.`,
  });
});

test("sends nothing to a peer with an untrusted certificate", async () => {
  tls.setDefaultCACertificates(trusted);
  anEgress();
  await expect(get("secure.test")).rejects.toMatchObject({
    message: expect.stringContaining("its certificate is self-signed"),
  });
});

test("tries the next address of a name when one does not respond", async () => {
  anEgress(async () => ["127.0.0.99", "127.0.0.1"]);
  const only = await listen();
  const socket = await egress.connect({ host: "secure.test", port: only.port });
  expect(socket.remoteAddress).toMatch(/127\.0\.0\./);
  socket.destroy();
  await only.close();
});

test("localhost needs no name server", async () => {
  anEgress(() => Promise.reject(new Error("asked")));
  const local = await listen();
  (await egress.connect({ host: "localhost", port: local.port })).destroy();
  await local.close();
});

test("a signal ends the attempt with its reason, in the lookup and in the handshake", async () => {
  const reason = new Error("cancelled");
  const silent = await listen();
  for (const lookup of [() => new Promise<string[]>(() => {}), async () => ["127.0.0.1"]]) {
    anEgress(lookup);
    const controller = new AbortController();
    const pending = egress.connect({ host: "secure.test", port: silent.port, tls: true, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(pending).rejects.toBe(reason);
  }
  await expect.poll(() => silent.connections()).toBe(1);
  await silent.close();
});
