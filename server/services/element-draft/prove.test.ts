import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { elementSchema } from "#server/element/shape.ts";
import { asUser } from "#server/testing/acting.ts";
import { anElement, anOauthElement } from "#server/testing/elements.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { insertElement } from "../element/create-element.ts";
import { sweepRetention } from "../retention/sweep-retention.ts";

let api: RunningApi;
let provider: AProvider;
let respond: (response: ServerResponse, url: URL) => void;
let lines: string[] = [];
let definition: { resources: Record<string, unknown>[] } & Record<string, unknown>;
let elementInstanceId: number;

const say = (response: ServerResponse, body: unknown, code = 200) =>
  response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));
const parameter = (name: string, vendorName: string) => ({ name, vendorName, type: "query", vendorType: "query" });

/** A provider that passes all proofs. */
function wellBehaved(response: ServerResponse, { pathname, searchParams }: URL): unknown {
  if (pathname === "/token")
    return say(response, { access_token: `t${lines.length}`, refresh_token: "r", expires_in: 3600 });
  if (pathname !== "/people") return say(response, { error: "not found" }, 404);
  const [page, size] = [Number(searchParams.get("p")), Number(searchParams.get("size"))];
  const rows = Array.from({ length: 6 }, (_, at) => ({ id: at, name: `n${at}` }));
  return say(response, rows.slice((page - 1) * size, page * size));
}

beforeAll(async () => {
  provider = await aProvider((request, response) => {
    const url = new URL(request.url ?? "", "http://provider");
    lines.push(`${request.method} ${url.pathname}${url.search}`);
    respond(response, url);
  });
  respond = wellBehaved;
  api = await aRunningApi();
  const id = { name: "id", vendorName: "id", type: "path", vendorType: "path" };
  const { body: element } = await api.fetch("/elements", {
    as: api.as,
    method: "POST",
    body: {
      ...anOauthElement(provider, { key: "proven" }),
      resources: [
        {
          method: "GET",
          path: "/contacts",
          vendorPath: "/people",
          parameters: [parameter("page", "p"), parameter("pageSize", "size")],
        },
        { method: "GET", path: "/contacts/{id}", vendorPath: "/people/{id}", parameters: [id] },
      ],
    },
  });
  definition = element;
  const grant = {
    "oauth.api.key": "k",
    "oauth.api.secret": "client-secret",
    "oauth.user.token": "first-token",
    "oauth.user.refresh_token": "first-refresh",
  };
  const instance = await api.fetch("/instances", {
    as: api.as,
    method: "POST",
    body: { name: "Main", element: { id: element.id }, externalAuthentication: "initial", configuration: grant },
  });
  expect(instance.status, instance.text).toBe(200);
  elementInstanceId = instance.body.id;
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  lines = [];
  respond = wellBehaved;
});

type Result = { proof: string; resource: string; outcome: string; detail: string };
async function prove(more: object = {}): Promise<Result[]> {
  const body = { element: definition, elementInstanceId, ...more };
  const reply = await api.fetch("/elements/proven/proofs", { as: api.as, method: "POST", body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.results;
}
const outcomes = (results: Result[]) => results.map(({ proof, outcome }) => `${proof} ${outcome}`);

test("all proofs pass for an element that works, with GET requests alone", async () => {
  expect((await prove()).map(({ resource, proof, outcome }) => `${resource} ${proof} ${outcome}`)).toEqual([
    "GET:/contacts secondPage passed",
    "GET:/contacts unknownField passed",
    "GET:/contacts rateLimit passed",
    "GET:/contacts expiredToken passed",
    "GET:/contacts/{id} missingRecord passed",
  ]);
  expect(lines.filter((line) => !line.startsWith("GET "))).toEqual(["POST /token"]);
});

describe("fails", () => {
  test("for a provider whose pages repeat", async () => {
    respond = (response) => say(response, [{ id: 1 }, { id: 2 }]);
    const [result] = await prove({ proofs: ["secondPage"] });
    expect(result).toMatchObject({
      outcome: "failed",
      detail: expect.stringContaining("Page 2 repeats records of page 1 (2)"),
    });
  });

  test("for a provider that responds to a missing record with 200", async () => {
    respond = (response) => say(response, {});
    const [result] = await prove({ proofs: ["missingRecord"] });
    expect(result).toMatchObject({ outcome: "failed", detail: expect.stringContaining("200 instead of 404") });
  });

  test("for a hook that hides a 429, and one that breaks on a new field", async () => {
    const hooks = [
      {
        type: "postRequest",
        body: "if (JSON.stringify(response_body).includes('formulary_unknown_field')) throw new Error('x'); done({ response_status_code: 200 });",
      },
    ];
    const resources = definition.resources.map((one) => ({ ...one, hooks }));
    const element = { ...definition, resources };
    expect(outcomes(await prove({ element, proofs: ["rateLimit", "unknownField"] }))).toEqual([
      "unknownField failed",
      "rateLimit failed",
    ]);
  });

  test("for a token that cannot be refreshed", async () => {
    respond = (response, url) => (url.pathname === "/token" ? say(response, {}, 503) : wellBehaved(response, url));
    expect(outcomes(await prove({ proofs: ["expiredToken"] }))).toEqual(["expiredToken failed"]);
  });
});

test("a list without a second page is skipped", async () => {
  respond = (response) => say(response, [{ id: 1 }]);
  expect(outcomes(await prove({ proofs: ["secondPage"], resources: ["GET:/contacts"] }))).toEqual([
    "secondPage skipped",
  ]);
  expect(await prove({ resources: ["GET:/nothing"] })).toEqual([]);
});

test("a 429 that the provider did not send stops no requests of others", async () => {
  await prove({ proofs: ["rateLimit"] });
  lines = [];
  expect(outcomes(await prove({ proofs: ["secondPage"] }))).toEqual(["secondPage passed"]);
});

test("results stay with the definition: a draft brings them along when it is published", async () => {
  const read = async (query = "") => (await api.fetch(`/elements/proven/proofs${query}`, { as: api.as })).body;
  const { body: current } = await api.fetch("/elements/proven/revisions", { as: api.as });
  const basedOn = current[0].revision;
  const draft = { ...definition, description: "Proven as a draft" };
  const results = await prove({ element: draft, proofs: ["missingRecord"] });
  const before = await read();
  await api.fetch("/elements/proven/revisions", { as: api.as, method: "POST", body: { element: draft, basedOn } });
  expect(await read()).toMatchObject({ elementInstanceId, results });
  expect(await read(`?revision=${basedOn}`)).toEqual(before);
  await api.fetch("/elements/proven/revisions", {
    as: api.as,
    method: "POST",
    body: { element: { ...draft, description: "Never proven" }, basedOn: basedOn + 1 },
  });
  expect(await read()).toBeNull();
});

test("results of an element that does not exist yet are kept until it is published, with the definition they are of", async () => {
  const fresh = (key: string) => ({
    ...anElement({ key }),
    resources: definition.resources,
    configuration: [{ key: "base.url", name: "b", description: "b", defaultValue: provider.url }],
  });
  const { organizationId, userId } = await api.app.db.prisma.element.findFirstOrThrow({ where: { key: "proven" } });
  const ctx = await asUser(api.app, { organizationId, userId: userId ?? 0 });
  const publish = async (key: string, change: object) => {
    const sent = { method: "POST", as: api.as };
    const element = fresh(key);
    const { body: draft } = await api.fetch("/elements/drafts", {
      ...{ ...sent, body: { elementId: null, basedOn: null, element } },
    });
    const at = `/elements/drafts/${draft.id}/proofs`;
    for (const proofs of [["secondPage"], ["missingRecord"]])
      expect((await api.fetch(at, { ...sent, body: { element, proofs } })).status).toBe(200);
    await insertElement(ctx, { element: elementSchema.parse({ ...element, ...change }), draftId: draft.id });
    return (await api.fetch(`/elements/${key}/proofs`, { as: api.as })).body;
  };
  expect(await publish("proven-new", {})).toMatchObject({
    results: [{ proof: "missingRecord", resource: "GET:/contacts/{id}", outcome: "passed" }],
  });
  expect(await publish("proven-otherwise", { description: "Another one" })).toBeNull();
  expect(await api.app.db.prisma.elementDraftProof.count({ where: { organizationId } })).toBe(0);
});

test("results of a definition that is never published are deleted with the executions of their time", async () => {
  const { id: elementId, organizationId } = await api.app.db.prisma.element.findFirstOrThrow({
    where: { key: "proven" },
  });
  const { elementProof } = api.app.db.prisma;
  const where = { elementId, organizationId };
  await elementProof.deleteMany({ where });
  const { body: published } = await api.fetch("/elements/proven", { as: api.as });
  await prove({ element: published, proofs: ["missingRecord"] });
  await prove({ element: { ...published, description: "Never published" }, proofs: ["missingRecord"] });
  await sweepRetention(api.app);
  expect(await elementProof.count({ where })).toBe(2);
  await elementProof.updateMany({ where, data: { createdAt: new Date(Date.now() - 31 * 86_400_000) } });
  await sweepRetention(api.app);
  expect(await elementProof.findMany({ where })).toMatchObject([{ published: true }]);
});
