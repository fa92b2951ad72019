import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { Failure } from "#server/errors.ts";
import { find, insertOnce } from "#server/store/idempotency/idempotency.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { endpoint } from "./endpoint.ts";
import { CustomResponse } from "./handler.ts";

const note = z.object({ id: z.number(), text: z.string().optional() });
const tags = ["Notes"] as const;
const broken: { error: unknown } = { error: undefined };
let posted = 0;
/** Notes with the text "slow" wait for it. */
const release: (() => void)[] = [];
const numbers = Array.from({ length: 500 }, (_, index) => 500 - index);

/** A noun of this test only, so that it tests the pipeline and no service. */
const endpoints = [
  endpoint({
    method: "GET",
    path: "/long-notes",
    auth: "platform",
    summary: "List many",
    tags,
    paged: true,
    reply: z.array(note),
    handle: async () => ({ items: [{ id: 1 }], total: 20_000, isEstimate: true as const, next: "1" }),
  }),
  endpoint({
    method: "GET",
    path: "/notes",
    auth: "platform",
    summary: "List",
    tags,
    paged: true,
    reply: z.array(note),
    handle: async (_ctx, { page: { size, after } }) => {
      const rest = numbers.filter((id) => after === undefined || id < Number(after));
      const items = rest.slice(0, size).map((id) => ({ id }));
      return { items, total: numbers.length, next: rest.length > size ? String(items.at(-1)?.id) : undefined };
    },
  }),
  endpoint({
    method: "POST",
    path: "/notes",
    auth: "platform",
    summary: "Add",
    tags,
    body: z.object({ text: z.string().optional() }),
    reply: note,
    handle: async (_ctx, { body }) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (body.text === "slow") await new Promise<void>((resolve) => release.push(resolve));
      if (body.text === "bad") throw new Failure("badRequest", "text: must not be bad.");
      return { id: ++posted, text: body.text, organizationId: 7 };
    },
  }),
  endpoint({
    method: "PUT",
    path: "/notes/{id}",
    auth: "platform",
    summary: "Do",
    tags,
    params: z.object({ id: z.coerce.number().int().positive() }),
    reply: z.unknown(),
    handle: async (_ctx, { params }) => new CustomResponse({ echo: params.id }, { headers: { "x-own": "1" } }),
  }),
  endpoint({
    method: "GET",
    path: "/notes/broken",
    auth: "none",
    summary: "Break",
    tags,
    reply: note,
    handle: async () => {
      throw broken.error;
    },
  }),
  endpoint({
    method: "GET",
    path: "/notes/odd",
    auth: "none",
    summary: "Odd reply",
    tags,
    reply: note,
    handle: async () => ({ id: "x" }) as never,
  }),
  endpoint({
    method: "POST",
    path: "/things",
    auth: "platform",
    summary: "Any JSON",
    tags,
    body: z.unknown(),
    anyText: true,
    reply: z.unknown(),
    handle: async (_ctx, { body, text }) => ({ body, type: typeof body, text }),
  }),
];

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi({ endpoints });
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.designer, ...request });
const post = (body: unknown, headers: Record<string, string> = {}) => send("/notes", { method: "POST", body, headers });
const postThing = (body: unknown) => send("/things", { method: "POST", body });

describe("every reply", () => {
  test("is JSON with Elements-Request-Id, and holds what its contract names and nothing else", async () => {
    const reply = await post({ text: "a", id: 99, organizationId: 12, token: "x" });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ id: expect.any(Number), text: "a" });
    expect(reply.body.id).not.toBe(99);
    expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
    expect(reply.headers.get("elements-request-id")).toMatch(/^[0-9a-f]{24}$/);
  });

  test("to a page of another origin names the headers that it may read", async () => {
    const exposed = async (headers: Record<string, string>) =>
      (await send("/notes", { headers })).headers.get("access-control-expose-headers");
    expect(await exposed({})).toBeNull();
    expect(await exposed({ origin: "https://app.example.com" })).toBe(
      "Elements-Returned-Count, Elements-Total-Count, Elements-Request-Id, Elements-Next-Page-Token, Elements-Trace-Id, Elements-Error, Content-Disposition",
    );
  });

  test("that breaks its contract is a 500 without detail", async () => {
    const reply = await send("/notes/odd");
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain("contract");
  });

  test("to a bug names no cause and is found by its request id", async () => {
    broken.error = new Error("password of the database: hunter2");
    const reply = await send("/notes/broken");
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({ message: expect.stringContaining("request id"), requestId: expect.any(String) });
  });

  test.each([
    Object.assign(new Error("terminating connection"), { code: "57P01" }),
    Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" }),
    new Error("Client has encountered a connection error and is not queryable"),
  ])("to a database out of reach or busy is 503 with Retry-After: %s", async (error) => {
    broken.error = error;
    const reply = await send("/notes/broken");
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "1"]);
  });

  test("passes the provider's own text on", async () => {
    broken.error = new Failure("conflict", "Taken.", { providerMessage: "[email] taken" });
    expect(await send("/notes/broken")).toMatchObject({
      status: 409,
      body: { message: "Taken.", providerMessage: "[email] taken" },
    });
  });
});

describe("paths and verbs", () => {
  test.each(["PROPFIND", "DELETE", "OPTIONS"])("A18: %s where it is not offered is 405 with Allow", async (method) => {
    const reply = await send("/notes", { method });
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "GET, POST, HEAD"]);
    expect(reply.body.message).toContain(method);
  });

  test("an unknown platform path is 401, even with valid secrets", async () => {
    expect((await send("/nosuchresource")).status).toBe(401);
    expect((await api.fetch("/nosuchresource")).status).toBe(401);
  });

  test("an unknown path with a token that no element instance has is 401", async () => {
    const headers = { authorization: `${acme.designer.authorization}, Element abc` };
    expect((await api.fetch("/nosuchresource", { headers })).status).toBe(401);
  });

  test("an id that cannot be one is 404", async () => {
    for (const id of ["-1", "abc", "0", "..%2fusers", "%00"]) {
      expect((await send(`/notes/${id}`, { method: "PUT" })).status, id).toBe(404);
    }
  });

  test.each([
    "//notes",
    "/notes/..%2fnotes%2f1",
    "/%2e%2e/notes",
    "/notes;x=1",
    "/notes\\1",
    "/notes%252f1",
    "/%6eotes/%",
  ])("A29: %s reaches nothing else", async (path) => expect([400, 401, 404, 405]).toContain((await send(path)).status));

  test("a slash at the end makes no difference", async () => {
    expect((await send("/notes/?pageSize=1")).status).toBe(200);
  });

  test("A25: x-http-method-override has no effect", async () => {
    const reply = await send("/notes?pageSize=1", {
      headers: { "x-http-method-override": "DELETE", "x-forwarded-for": "1.2.3.4" },
    });
    expect(reply.status).toBe(200);
  });
});

describe("negotiation", () => {
  test.each(["text/xml", "text/html;q=1, application/json;q=0"])("A19: Accept: %s is 406", async (accept) => {
    expect((await send("/notes", { headers: { accept } })).status).toBe(406);
  });
  test.each(["*/*", "application/json", "text/html, application/*;q=0.5", "application/json, text/plain, */*"])(
    "Accept: %s is fine",
    async (accept) => expect((await send("/notes", { headers: { accept } })).status).toBe(200),
  );
  test.each(["text/plain", "application/x-www-form-urlencoded", 'application/json; charset="utf-16"'])(
    "A19: Content-Type: %s on POST is 415",
    async (type) => expect((await post('{"text":"a"}', { "content-type": type })).status).toBe(415),
  );
  test.each([
    "application/json; charset=UTF-8",
    'application/json; charset="utf-8"',
    "application/json;charset= utf8",
    "application/vnd.api+json",
  ])("Content-Type: %s is fine", async (type) =>
    expect((await post('{"text":"a"}', { "content-type": type })).status).toBe(200),
  );
});

describe("bodies", () => {
  test.each([
    ["", "POST"],
    ["null", "POST"],
    [" \n", "POST"],
  ])("%j counts as no fields", async (body) => expect((await post(body)).status).toBe(200));

  test.each(["", "null", "{}", "what is this"])("%j on a PUT that wants no body is accepted", async (body) => {
    expect(await send("/notes/4", { method: "PUT", body })).toMatchObject({ status: 200, body: { echo: 4 } });
  });

  test.each([
    ['{"text": tru}', "position 9 (line 1, column 10)"],
    ['{"text":"a",}', "position 12"],
    ['{\n "text": "a"\n "b": 1}', "line 3, column 2"],
    ['{"text":"a"', "the text ends at position 11"],
    ['{"a":[1,2}', "position 9"],
    ["{} {}", "position 3"],
    ["'a'", "position 0"],
    ['{"a":"\n"}', "position 6"],
    ["[1 2]", "position 3"],
    ["{a:1}", "position 1"],
  ])("A20: %s is 400 with the place, and no quote of the body", async (body, place) => {
    const reply = await post(body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toContain(place);
  });

  test.each(["[]", "5", '"text"', "true"])("A20: top-level %s is 400", async (body) => {
    expect((await post(body)).status).toBe(400);
  });

  test("A20: a byte order mark is accepted, UTF-16 is 400", async () => {
    expect((await post(new TextEncoder().encode('\ufeff{"text":"a"}'))).body.text).toBe("a");
    expect((await post(Buffer.from('{"text":"a"}', "utf16le"))).status).toBe(400);
    expect((await post(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).status).toBe(400);
  });

  test("A21: more than the limit is 413, whether the length is announced or not", async () => {
    expect((await post({ text: "x".repeat(1024 * 1024) })).status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    expect((await post(endless)).status).toBe(413);
    expect(sent).toBeLessThan(4 * 1024 * 1024);
  });

  test("A22: 64 levels are the limit, and 200,000 do no harm", async () => {
    const nested = (levels: number) => `{"text2":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    expect((await post(nested(64))).status).toBe(200);
    expect((await post(nested(65))).body.message).toContain("nested too deep");
    expect((await post(nested(200_000))).body.message).toContain("nested too deep");
  });

  test("A22: keys named __proto__ are dropped, and Object.prototype stays as it was", async () => {
    const reply = await postThing(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":{"__proto__":1}}',
    );
    expect(reply.body.body).toEqual({ constructor: { prototype: { polluted: 1 } }, a: {} });
    expect(Object.prototype).not.toHaveProperty("polluted");
  });

  test("A22: a hundred thousand keys and duplicate keys are no fault", async () => {
    const keys = `{${Array.from({ length: 100_000 }, (_, index) => `"${index}":1`).join(",")},"0":2}`;
    expect((await postThing(keys)).body.body["0"]).toBe(2);
  });

  test("A23: responds with 400 to values that Postgres cannot store, except where the text is stored as it is", async () => {
    expect((await post('{"text":"a\\u0000b"}')).status).toBe(400);
    expect((await post('{"text":"\\ud800"}')).status).toBe(400);
    expect((await post('{"text":"\\ud83d\\ude00"}')).body.text).toBe("😀");
    expect((await postThing('{"text":"a\\u0000b"}')).status).toBe(200);
  });

  test("A23: ids beyond 2^53 stay exact, 1e400 is 400", async () => {
    expect((await postThing('{"id":9007199254740993,"n":-0.5,"e":1e10}')).body.body).toEqual({
      id: "9007199254740993",
      n: -0.5,
      e: 1e10,
    });
    expect((await postThing("[1e400]")).status).toBe(400);
  });

  test("distinguishes every JSON value from a missing one", async () => {
    expect((await postThing("")).body).toEqual({ type: "undefined", text: "" });
    expect((await postThing("null")).body.body).toBeNull();
    expect((await postThing("[1]")).body.body).toEqual([1]);
  });
});

describe("paging", () => {
  const counts = (headers: Headers) => [headers.get("elements-returned-count"), headers.get("elements-total-count")];

  test("responds with 200 by default, with a token for the rest", async () => {
    const reply = await send("/notes");
    expect(reply.body).toHaveLength(200);
    expect(counts(reply.headers)).toEqual(["200", "500"]);
    const next = await send(`/notes?nextPage=${reply.headers.get("elements-next-page-token")}&pageSize=300`);
    expect(next.body[0]).toEqual({ id: 300 });
    expect(next.headers.get("elements-next-page-token")).toBeNull();
  });

  test("says whether the total is an estimate", async () => {
    const first = await send("/notes?pageSize=499");
    expect(first.headers.has("elements-total-count-estimated")).toBe(false);
    const { headers } = await send("/long-notes");
    expect([...counts(headers), headers.get("elements-total-count-estimated")]).toEqual(["1", "20000", "true"]);
  });

  test("an empty nextPage is none, and a larger pageSize than 2000 counts as 2000", async () => {
    const reply = await send("/notes?pageSize=1000000000&nextPage=");
    expect([reply.status, reply.body.length, reply.headers.get("elements-next-page-token")]).toEqual([200, 500, null]);
  });

  test.each(["-1", "0", "abc", "1.5", "1e3", "99999999999999999999"])(
    "A28: pageSize=%s is 400 and named",
    async (pageSize) => {
      const reply = await send(`/notes?pageSize=${pageSize}`);
      expect(reply.status).toBe(400);
      expect(reply.body.message).toContain("pageSize");
    },
  );

  test("A28: a forged token and another organization's token are 400", async () => {
    const token = (await send("/notes")).headers.get("elements-next-page-token") ?? "";
    const other = await anOrganization(api.app);
    const [, signature] = token.split(".");
    for (const forged of ["abc", "MTA", `MTA.${signature}`, `${token}x`, "a.b.c", "%00"]) {
      expect((await send(`/notes?nextPage=${forged}`)).status, forged).toBe(400);
    }
    expect((await api.fetch(`/notes?nextPage=${token}`, { as: other.designer })).status).toBe(400);
  });
});

describe("Idempotency-Key", () => {
  test("A27: fifty concurrent requests do one thing and get its response or 409", async () => {
    const before = posted;
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => post({ text: "once" }, { "idempotency-key": "k1" })),
    );
    expect(posted).toBe(before + 1);
    expect(replies.filter(({ status }) => status === 200)).not.toHaveLength(0);
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const later = await post({ text: "once" }, { "idempotency-key": "k1" });
    expect(later).toMatchObject({ status: 200, body: { id: posted, text: "once" } });
    expect(later.headers.get("idempotent-replayed")).toBe("true");
  });

  test("A27: another body with the same key is 422", async () => {
    await post({ text: "a" }, { "idempotency-key": "k2" });
    expect((await post({ text: "b" }, { "idempotency-key": "k2" })).status).toBe(422);
  });

  test("refusals are not kept", async () => {
    expect((await post({ text: "bad" }, { "idempotency-key": "k3" })).status).toBe(400);
    expect((await post({ text: "good" }, { "idempotency-key": "k3" })).status).toBe(200);
  });

  test("a key is forgotten after 24 hours, and belongs to one organization", async () => {
    await post({ text: "a" }, { "idempotency-key": "k4" });
    const other = await anOrganization(api.app);
    const reply = await api.fetch("/notes", {
      as: other.designer,
      method: "POST",
      body: { text: "z" },
      headers: { "idempotency-key": "k4" },
    });
    expect(reply.status).toBe(200);
    api.app.at(new Date(Date.now() + 24 * 3600_000 + 1000));
    expect((await post({ text: "b" }, { "idempotency-key": "k4" })).body.text).toBe("b");
    api.app.at(undefined);
  });

  const SECOND_MS = 1000;
  const later = (seconds: number) => api.app.at(new Date(Date.now() + seconds * SECOND_MS));

  test.each([
    ["its lease ends", 30, (now: number) => ({ aliveUntil: new Date(now + 30 * SECOND_MS) })],
    ["two minutes, in the version before, which has no leases", 120, () => ({})],
  ])("the key of a process that died is free after %s", async (when, seconds, leaseAt) => {
    const key = `dead ${when}`;
    const held = { organizationId: acme.id, userId: acme.designer.id, key, createdAt: new Date() };
    await insertOnce(api.app.db.prisma, { ...held, ...leaseAt(Date.now()), requestHash: Buffer.from("another") });
    onTestFinished(() => api.app.at(undefined));
    later(seconds - 5);
    expect((await post({ text: "again" }, { "idempotency-key": key })).status).toBe(422);
    later(seconds + 5);
    expect((await post({ text: "again" }, { "idempotency-key": key })).status).toBe(200);
  });

  test("a request in progress keeps its key; one that lost it does not replace the response of the next", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => {
      vi.useRealTimers();
      api.app.at(undefined);
    });
    const send = () => post({ text: "slow" }, { "idempotency-key": "k5" });
    const waiting = (count: number) => expect.poll(() => release.length).toBe(count);
    const first = send();
    await waiting(1);
    const id = { organizationId: acme.id, userId: acme.designer.id, key: "k5" };
    const leaseEnd = async () => (await find(api.app.db.prisma, id))?.aliveUntil?.getTime() ?? 0;
    const before = await leaseEnd();
    later(25);
    vi.advanceTimersByTime(10 * SECOND_MS);
    await expect.poll(leaseEnd).toBeGreaterThan(before);
    later(50);
    expect((await send()).status).toBe(409);
    later(90);
    const next = send();
    await waiting(2);
    release.pop()?.();
    const { body } = await next;
    release.pop()?.();
    expect((await first).body.id).not.toBe(body.id);
    expect((await send()).body).toEqual(body);
  });

  test("a response that cannot be stored is given once, and nothing is done again for it", async () => {
    const seal = vi.spyOn(api.app.vault, "seal").mockImplementation(() => {
      throw new Error("no key");
    });
    onTestFinished(() => seal.mockRestore());
    const before = posted;
    expect((await post({ text: "lost" }, { "idempotency-key": "k6" })).status).toBe(200);
    expect((await post({ text: "lost" }, { "idempotency-key": "k6" })).status).toBe(409);
    expect(posted).toBe(before + 1);
  });

  test("a key that is no text is 400", async () => {
    expect((await post({}, { "idempotency-key": "é" })).status).toBe(400);
  });
});
