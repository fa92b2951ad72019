import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { anElement, aProvider, bytesOf, fakePorts, hooksThat, parameter } from "./fake-ports.ts";
import { compileElement } from "./plan.ts";
import type { ElementPorts } from "./ports.ts";
import { runResource } from "./run-resource.ts";
import { type Element, elementSchema, RESOURCE_TYPES, type ResourceType } from "./shape.ts";

const CONFIGURATION = { "base.url": "https://api.example.com", "oauth.api.key": "k", expires_in: "60" };

function run(element: Element, type: ResourceType, ports: Partial<ElementPorts>, given: object = {}) {
  const plan = compileElement(element);
  const [resource] = plan.ofType(type);
  if (!resource) throw new Error(`no ${type}`);
  return runResource(plan, resource, { configuration: CONFIGURATION, ...given }, fakePorts(ports));
}

describe("resources that no path leads to (contract §2.5)", () => {
  test.each(RESOURCE_TYPES.filter((type) => !/^api|formula/.test(type)))("%s", async (type) => {
    const { requests, send } = aProvider({ body: { account: { id: 5 } } });
    const parameters = [
      parameter("configuration account.id -> bodyField account.id", { source: "response" }),
      parameter("body b -> body b"),
      parameter("query q -> query q"),
    ];
    const hooks = [{ type: "postRequest", body: `done({ configuration: { expires_in: null, when: "now" } })` }];
    const element = anElement([{ method: "POST", path: "/x", vendorPath: "/x", type, parameters, hooks }]);
    const saved: unknown[] = [];
    const saveConfiguration = async (changes: unknown) => {
      saved.push(changes);
    };
    const { reply, configuration } = await run(
      element,
      type,
      { send, saveConfiguration, hook: hooksThat() },
      { body: { b: 1 }, query: { q: "2" } },
    );
    expect(reply).toEqual({ code: 200, headers: {}, body: { account: { id: 5 } } });
    expect(configuration).toEqual({
      "base.url": "https://api.example.com",
      "oauth.api.key": "k",
      "account.id": "5",
      when: "now",
    });
    expect(saved).toEqual([]);
    expect(requests[0]).toMatchObject({ url: "https://api.example.com/x?q=2", body: '{"b":1}' });
  });

  test("a reply of a hook alone, such as an address to authorise at", async () => {
    const body = `done({ continue: false, response_body: { url: "https://x.example.com?key=" + configuration["oauth.api.key"] } })`;
    const element = anElement([{ type: "oauthOnAuthorizeUrl", hooks: [{ type: "preRequest", body }] }]);
    expect((await run(element, "oauthOnAuthorizeUrl", { hook: hooksThat() })).reply.body).toEqual({
      url: "https://x.example.com?key=k",
    });
  });

  test("no grant is refreshed on the way, and the refusal is the provider's", async () => {
    const { requests, send } = aProvider({ code: 401, body: "no" });
    const refresh = () => Promise.reject(new Error("must not be asked"));
    const element = anElement([{ type: "onRefresh" }]);
    await expect(run(element, "onRefresh", { send, refresh })).rejects.toMatchObject({
      kind: "unauthorized",
      providerMessage: "no",
    });
    expect(requests).toHaveLength(1);
  });

  test("a file is handed on", async () => {
    const stream = bytesOf("x");
    const { send } = aProvider({ headers: {}, stream });
    expect((await run(anElement([{ type: "onProvision" }]), "onProvision", { send })).reply).toMatchObject({ stream });
  });
});

describe("a token exchange as real exports describe it", () => {
  const exported = JSON.parse(readFileSync("/work/shared/fixtures/exports/elements/ADP-WorkForce-Now.json", "utf8"));

  test("sends a form and keeps the token, though its parameters say `request`", async () => {
    const { requests, send } = aProvider({ body: { access_token: "new-token", expires_in: 3600 } });
    const element = elementSchema.parse(exported);
    const plan = compileElement(element);
    const [resource] = plan.ofType("provisionAuthValidation");
    if (!resource) throw new Error("missing");
    const configuration = { "base.url": "https://accounts.adp.com", expires_in: "60" };
    const ran = await runResource(plan, resource, { configuration }, fakePorts({ send, hook: hooksThat() }));
    expect(requests[0]).toMatchObject({
      method: "POST",
      url: "https://accounts.adp.com/auth/oauth/v2/token",
      body: "grant_type=client_credentials",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect(ran.configuration).toMatchObject({ "oauth.user.token": "new-token", expires_in: "3600" });
  });
});
