import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { BASE_PATH, createApi } from "./app.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { createListener } from "./listener.ts";

let app: TestApp;
let acme: TestOrganization;
let server: Server;
beforeAll(async () => {
  app = await anApp();
  acme = await anOrganization(app);
  server = createServer(createListener(createApi(app, { endpoints: ENDPOINTS }))).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});

const QUIET_MS = 200;

/** Sends bytes as they are and collects the response, until the connection ends or is quiet after some bytes. */
async function send(...parts: (string | Uint8Array)[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  for (const part of parts) socket.write(part);
  return readReply(socket);
}

function readReply(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = "";
  let quiet: NodeJS.Timeout | undefined;
  const done = () => {
    clearTimeout(quiet);
    socket.destroy();
    resolve(received);
  };
  socket.on("data", (chunk) => {
    received += chunk;
    clearTimeout(quiet);
    quiet = setTimeout(done, QUIET_MS);
  });
  socket.on("error", done);
  socket.on("close", done);
  return promise;
}

const head = (line: string, headers: string[] = []) =>
  [line, "Host: localhost", `Authorization: ${acme.designer.authorization}`, ...headers, "", ""].join("\r\n");
const statuses = (received: string) =>
  [...received.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
const formulas = () => app.db.prisma.formula.count();

test("responds to a request over a socket", async () => {
  expect(statuses(await send(head(`GET ${BASE_PATH}/formulas HTTP/1.1`, ["Connection: close"])))).toEqual([200]);
});

test("A08: a 64 KB Authorization header is 431, and the next connection is served", async () => {
  const received = await send(
    `GET ${BASE_PATH}/formulas HTTP/1.1\r\nHost: a\r\nAuthorization: User ${"x".repeat(65_536)}\r\n\r\n`,
  );
  // The reset that closes the connection may arrive before the response.
  expect([[431], []]).toContainEqual(statuses(received));
  expect(statuses(await send(head(`GET ${BASE_PATH}/formulas HTTP/1.1`)))).toEqual([200]);
});

test("A07: two Authorization headers are 401", async () => {
  const second = `Authorization: ${acme.viewer.authorization}`;
  expect(statuses(await send(head(`GET ${BASE_PATH}/formulas HTTP/1.1`, [second])))).toEqual([401]);
});

test("A18: TRACE is 405 with Allow", async () => {
  const received = await send(head(`TRACE ${BASE_PATH}/formulas HTTP/1.1`));
  expect(statuses(received)).toEqual([405]);
  expect(received).toMatch(/^allow: GET, POST, HEAD\r$/im);
});

test("A21: an endless chunked body is 413, and the bytes after it are never a request of their own", async () => {
  const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
  const body = Array.from({ length: 40 }, () => chunk);
  const type = ["Content-Type: application/json", "Transfer-Encoding: chunked"];
  expect(statuses(await send(head(`POST ${BASE_PATH}/formulas HTTP/1.1`, type), ...body))).toEqual([413]);
});

test("A21: a body shorter than its Content-Length makes nothing", async () => {
  const before = await formulas();
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const headers = ["Content-Type: application/json", "Content-Length: 500"];
  socket.end(`${head(`POST ${BASE_PATH}/formulas HTTP/1.1`, headers)}{"name":"short"}`);
  await readReply(socket);
  expect(await formulas()).toBe(before);
});

describe("A24: ambiguous requests are 400 and close the connection", () => {
  const smuggled = `POST ${BASE_PATH}/formulas HTTP/1.1\r\nHost: localhost\r\n`;
  const odd: [string, string[]][] = [
    ["Content-Length and Transfer-Encoding", ["Content-Length: 5", "Transfer-Encoding: chunked"]],
    ["an unknown Transfer-Encoding", ["Transfer-Encoding: xchunked"]],
    ["a space before the colon", ["Transfer-Encoding : chunked"]],
    ["two different lengths", ["Content-Length: 5", "Content-Length: 6"]],
    ["a length that is no number", ["Content-Length: +5"]],
  ];
  test.each(odd)("%s", async (_, headers) => {
    const before = await formulas();
    const received = await send(
      head(`POST ${BASE_PATH}/formulas HTTP/1.1`, ["Content-Type: application/json", ...headers]),
      `0\r\n\r\n${smuggled}`,
    );
    expect(statuses(received)).toEqual([400]);
    expect(await formulas()).toBe(before);
  });
});

test.each(["evil host", "a@b", "[::1", "x\u0000"])(
  "A26: the Host %j is 400 as JSON or refused by the parser",
  async (host) => {
    const received = await send(`GET ${BASE_PATH}/formulas HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect([400, 401]).toContain(statuses(received)[0]);
  },
);

test("A26: no reply repeats the Host header", async () => {
  const request = head(`GET ${BASE_PATH}/openapi.json HTTP/1.1`, ["Connection: close"]).replace(
    "Host: localhost",
    "Host: evil.test",
  );
  const received = await send(request);
  expect(statuses(received)).toEqual([200]);
  expect(received).not.toContain("evil.test");
});

test.each(["\\users", "/../../users", "/%2e%2e/users", "/formulas/%", "//formulas"])(
  "A29: the path %s reaches nothing else",
  async (path) => {
    const [status] = statuses(await send(head(`GET ${BASE_PATH}${path} HTTP/1.1`)));
    expect([400, 401, 404]).toContain(status);
  },
);
