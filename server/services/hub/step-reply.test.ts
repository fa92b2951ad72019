import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readRun } from "#server/services/execution/read-run.ts";
import { asOwnerOf } from "#server/testing/acting.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;
let respond: (response: ServerResponse, url: string) => void;

const json = (response: ServerResponse, code: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(code, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

beforeAll(async () => {
  provider = await aProvider((request, response) => respond(response, request.url ?? ""));
  api = await aRunningApi();
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  provider.requests.length = 0;
  respond = (response) => json(response, 200, { ok: true });
});

const KEY = "key-of-the-customer";
let created = 0;

/** A separate element instance, whose pauses after failures affect no other test. */
async function anInstance(baseUrl = provider.url): Promise<string> {
  const body = { name: "body", vendorName: "body", type: "body", vendorType: "body" };
  const element = await api.fetch("/elements", {
    as: api.as,
    method: "POST",
    body: {
      name: `Files ${++created}`,
      description: "Files and contacts",
      hub: "documents",
      authentication: { type: "apiKey" },
      configuration: [
        { key: "base.url", name: "Base", description: "Base", defaultValue: baseUrl },
        { key: "username", name: "Key", description: "Key", type: "PASSWORD", required: true },
      ],
      parameters: [{ name: "username", vendorName: "X-Key", type: "configuration", vendorType: "header" }],
      resources: [
        { path: "/contacts", method: "GET", vendorPath: "/people" },
        { path: "/contacts", method: "POST", vendorPath: "/people", parameters: [body] },
        { path: "/files", method: "POST", vendorPath: "/uploads", parameters: [body] },
      ],
    },
  });
  expect(element.status, element.text).toBe(200);
  const configuration = { username: KEY };
  const path = `/elements/${element.body.key}/instances`;
  const instance = await api.fetch(path, { as: api.as, method: "POST", body: { name: "Main", configuration } });
  expect(instance.status, instance.text).toBe(200);
  return String(instance.body.id);
}

type Step = { type: string; properties: Record<string, unknown> };

/** Runs a step named `step`, and after a failure a script that outputs its context. */
async function runStep(step: Step, args: unknown = {}) {
  const seen = { name: "seen", type: "script", properties: { body: "done({ step: steps.step });" } };
  const { formulaInstanceId } = await api.aRunnable({
    name: "One step",
    engine: "v3",
    triggers: [{ type: "manual", onSuccess: ["step"] }],
    steps: [{ name: "step", ...step, onSuccess: ["seen"], onFailure: ["seen"] }, seen],
  });
  const run = await api.run(formulaInstanceId, args);
  const steps = await api.stepsOf(run.id);
  const valuesOf = (name: string) => steps.find(({ stepName }) => stepName === name)?.values ?? {};
  return {
    run,
    formulaInstanceId,
    values: valuesOf("step"),
    status: steps.find(({ stepName }) => stepName === "step")?.status,
    context: JSON.parse(String(valuesOf("seen").step)),
  };
}

/** The same request by each step that sends one to an element instance. */
const STEPS: [string, (instance: string, more?: object) => Step][] = [
  [
    "elementRequest",
    (elementInstanceId, more) => ({ type: "elementRequest", properties: get(elementInstanceId, more) }),
  ],
  ["request", (elementInstanceId, more) => ({ type: "request", properties: get(elementInstanceId, more) })],
];
const get = (elementInstanceId: string, more: object = {}) => ({
  elementInstanceId,
  method: "GET",
  api: "/contacts",
  ...more,
});

describe.each(STEPS)("%s that is refused has a response like any other", (_, stepTo) => {
  test.each([
    [400, "The provider refused the request as wrong."],
    [404, "The provider has no such resource."],
    [409, "The provider reports a conflict: the resource exists already or was changed."],
    [422, "The provider refused the request."],
    [500, "The provider failed to answer."],
    [503, "The provider failed to answer."],
    [302, "The provider answered with a redirect, which is not followed."],
  ])("with the provider's own status %i", async (code, message) => {
    respond = (response) => json(response, code, { error: `no, ${KEY}` }, { "x-trace": "7", "set-cookie": "a=b" });
    const { run, values, status, context } = await runStep(stepTo(await anInstance()));
    const body = { message, requestId: expect.any(String), providerMessage: '{"error":"no, ********"}' };
    expect([run.status, status, values["response.code"]]).toEqual(["failed", "failed", String(code)]);
    expect(JSON.parse(String(values["response.body"]))).toEqual(body);
    expect(context.response).toMatchObject({ code, body, headers: { "x-trace": "7" } });
    expect(context.response.headers).not.toHaveProperty("set-cookie");
    expect(run.error).toBe(`GET /contacts returned status ${code}: ${message}`);
    expect(JSON.stringify([run, values])).not.toContain(KEY);
  });

  test("of a provider that is not there with 502, of a path that the element has not with 404", async () => {
    const gone = await aProvider(() => {});
    await gone.close();
    const unreachable = await anInstance(gone.url);
    expect((await runStep(stepTo(unreachable))).context.response).toMatchObject({
      code: 502,
      body: { message: expect.stringContaining("connection refused") },
    });
    respond = (response) => json(response, 404, {});
    const missing = await runStep(stepTo(await anInstance(), { api: "/a/b/c/d/e/f" }));
    expect(missing.values).toMatchObject({ "response.code": "404", "response.headers": expect.any(String) });
    const method = await runStep(stepTo(await anInstance(), { method: "PUT" }));
    expect(method.context.response.code).toBe(405);
  });

  test("acceptableStatusCodes counts with the provider's status", async () => {
    respond = (response) => json(response, 500, { error: "down" });
    const accepted = await runStep(stepTo(await anInstance(), { acceptableStatusCodes: "200,500" }));
    expect([accepted.run.status, accepted.status]).toEqual(["success", "success"]);
    expect(accepted.context.response).toMatchObject({ code: 500, body: { providerMessage: '{"error":"down"}' } });
    // The status for REST callers of the hub is not the provider's.
    const other = await runStep(stepTo(await anInstance(), { acceptableStatusCodes: "502" }));
    expect(other.status).toBe("failed");
  });

  test("retryStatusCodes counts with the provider's status, and the retries are recorded", async () => {
    respond = (response) => json(response, 500, {});
    const more = { retry: true, retryAttempts: 2, retryDelay: 1, retryStatusCodes: "500" };
    const { values } = await runStep(stepTo(await anInstance(), more));
    expect(values).toMatchObject({ "request.retry-attempt": "2", "response.code": "500" });
    expect(provider.requests).toHaveLength(3);
    provider.requests.length = 0;
    await runStep(stepTo(await anInstance(), { ...more, retryStatusCodes: "502" }));
    expect(provider.requests).toHaveLength(1);
  });

  test("a permanent failure is not retried unless its status is listed", async () => {
    respond = (response) => json(response, 200, {}, { "content-encoding": "zstd-7" });
    const more = { retry: true, retryAttempts: 2, retryDelay: 1 };
    const { run, values } = await runStep(stepTo(await anInstance(), more));
    expect([provider.requests.length, values["request.retry-attempt"]]).toEqual([1, undefined]);
    expect(run.error).toMatch(/not supported\. It is not retried: the same request would fail in the same way\.$/);
    await runStep(stepTo(await anInstance(), { ...more, retryStatusCodes: "502" }));
    expect(provider.requests).toHaveLength(4);
  });

  test("the run page shows the status, the provider's words and the next steps", async () => {
    respond = (response) => json(response, 404, { error: "no person 7" });
    const { run, formulaInstanceId } = await runStep(stepTo(await anInstance()));
    const { failure } = await readRun(await asOwnerOf(api.app, formulaInstanceId), run.id);
    expect(failure).toMatchObject({
      stepName: "step",
      code: 404,
      providerMessage: '{"error":"no person 7"}',
      error: "GET /contacts returned status 404: The provider has no such resource.",
      act: "design",
    });
  });
});

describe("elementRequestStream that is refused", () => {
  const stream = (from: string, to: string): Step => ({
    type: "elementRequestStream",
    properties: {
      downloadElementInstanceId: from,
      downloadMethod: "GET",
      downloadApi: "/contacts",
      uploadElementInstanceId: to,
      uploadMethod: "POST",
      uploadApi: "/files",
    },
  });

  test("in its download records that response, and no upload", async () => {
    respond = (response) => json(response, 404, { error: "gone" });
    const { values, context, run, formulaInstanceId } = await runStep(stream(await anInstance(), await anInstance()));
    expect(values).toMatchObject({ "download.response.code": "404", "download.response.headers": expect.any(String) });
    expect(Object.keys(values).filter((key) => key.startsWith("upload."))).toEqual([]);
    expect(context.download.response.body).toMatchObject({ providerMessage: '{"error":"gone"}' });
    expect(provider.requests.map(({ method }) => method)).toEqual(["GET"]);
    const { failure } = await readRun(await asOwnerOf(api.app, formulaInstanceId), run.id);
    expect(failure).toMatchObject({ code: 404, providerMessage: '{"error":"gone"}' });
  });

  test("in its upload records both responses", async () => {
    respond = (response, url) =>
      url.startsWith("/uploads") ? json(response, 507, { error: "full" }) : json(response, 200, { a: 1 });
    const { values, context, run } = await runStep(stream(await anInstance(), await anInstance()));
    expect(values).toMatchObject({ "download.response.code": "200", "upload.response.code": "507" });
    expect(context.upload.response.body).toMatchObject({ providerMessage: '{"error":"full"}' });
    expect(run.error).toBe("The upload returned status 507: The provider failed to answer.");
  });

  test("for want of an instance makes no request at all", async () => {
    const { values } = await runStep(stream(await anInstance(), "${trigger.args.to}"), { to: "999999" });
    expect(values.error).toContain("no element instance 999999");
    expect(Object.keys(values).filter((key) => key.startsWith("upload."))).toEqual([]);
    expect(provider.requests).toEqual([]);
  });
});

describe("response.headers of an elementRequest", () => {
  const headersOf = async () =>
    (await runStep({ type: "elementRequest", properties: get(await anInstance()) })).context.response.headers;

  test("are those of the hub and the provider's own, without cookies and credentials", async () => {
    respond = (response) =>
      json(response, 200, [{ id: 1 }], {
        "x-rate-limit-remaining": "9",
        etag: '"1"',
        location: "/people/1",
        "x-next-page-token": "p2",
        "set-cookie": "session=1",
        "x-auth-token": "t",
        "x-api-key": "k",
        "www-authenticate": "Basic",
      });
    const headers = await headersOf();
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "elements-request-id": expect.stringMatching(/^[0-9a-f]{24}$/),
      "elements-element-instance-id": expect.any(String),
      "elements-returned-count": "1",
      "x-rate-limit-remaining": "9",
      etag: '"1"',
      location: "/people/1",
      "x-next-page-token": "p2",
    });
    for (const name of ["set-cookie", "x-auth-token", "x-api-key", "content-length", "transfer-encoding"])
      expect(headers).not.toHaveProperty(name);
  });

  test("name the request that the usage knows", async () => {
    const requestId = (await headersOf())["elements-request-id"];
    await expect.poll(async () => (await api.fetch(`/usage/${requestId}`, { as: api.as })).status).toBe(200);
  });

  test("of text keep its type", async () => {
    respond = (response) => response.writeHead(200, { "content-type": "text/csv" }).end("a,b");
    expect((await headersOf())["content-type"]).toBe("text/csv");
  });
});

describe("an elementRequest whose response is a file", () => {
  const serve = (bytes: Buffer, headers: Record<string, string> = {}) => {
    respond = (response) => response.writeHead(200, { "content-type": "image/png", ...headers }).end(bytes);
  };
  const run = async () => runStep({ type: "elementRequest", properties: get(await anInstance()) });

  test.each<[string, Record<string, string>, string]>([
    ["the name that it comes with", { "content-disposition": 'attachment; filename="a b.png"' }, "a b.png"],
    ["a name in UTF-8", { "content-disposition": "attachment; filename=x; filename*=UTF-8''%C3%A4.png" }, "ä.png"],
    ["the last part of its address", {}, "contacts"],
  ])("has it as an attachment, by %s", async (_, headers, filename) => {
    const bytes = Buffer.from([0, 255, 1, 254]);
    serve(bytes, headers);
    const { context } = await run();
    expect(context.response).toMatchObject({ code: 200, headers: { "content-type": "image/png" } });
    expect(context.response.body).toEqual({
      filename,
      type: "workflow-file-attachment",
      content: bytes.toString("base64"),
    });
  });

  test.each([true, false])(
    "of more than 6 MB fails and names the stream step (length announced: %s)",
    async (known) => {
      const bytes = Buffer.alloc(6 * 2 ** 20 + 1);
      serve(bytes, known ? { "content-length": String(bytes.length) } : {});
      const properties = { ...get(await anInstance()), acceptableStatusCodes: "100-599" };
      const { values, status } = await runStep({ type: "elementRequest", properties });
      expect(status).toBe("failed");
      expect(values.error).toContain("larger than 6 MB. Use an elementRequestStream step");
    },
  );
});

describe("integers beyond 2^53 keep their digits, both ways", () => {
  const LONG = "9007199254740993123";
  const echo = () => {
    respond = (response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(`{"id":${LONG},"n":9007199254740991}`);
  };
  const post = (properties: object): [string, () => Promise<Step>][] => [
    [
      "httpRequest",
      async () => ({ type: "httpRequest", properties: { url: `${provider.url}/people`, ...properties } }),
    ],
    [
      "elementRequest",
      async () => ({ type: "elementRequest", properties: { ...get(await anInstance()), ...properties } }),
    ],
  ];

  test.each([
    ...post({ method: "POST", body: `{"id": ${LONG}}` }),
    ...post({ method: "POST", body: { id: "${trigger.args.id}" } }),
    ...post({ method: "POST", body: '{"id": ${trigger.args.id}}' }),
  ])("%s", async (_, step) => {
    echo();
    const { values, context } = await runStep(await step(), { id: LONG });
    expect(provider.requests[0]?.body).toContain(LONG);
    expect(context.response.body).toEqual({ id: LONG, n: 9007199254740991 });
    expect(values["response.body"]).toContain(LONG);
  });

  test("in a query of JSON text", async () => {
    await runStep({
      type: "httpRequest",
      properties: { method: "GET", url: `${provider.url}/people`, query: `{"id": ${LONG}}` },
    });
    expect(provider.requests[0]?.url).toBe(`/people?id=${LONG}`);
  });
});
