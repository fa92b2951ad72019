import { describe, expect, test } from "vitest";
import { anElement, aProvider, bytesOf, fakePorts, hooksThat, parameter } from "#server/testing/fake-element-ports.ts";
import { typesOf } from "../../registry.ts";
import { compileElement } from "../plan.ts";
import type { ElementPorts } from "../ports.ts";
import { RESOURCE_TYPES, type ResourceTypeName } from "../resource-types/registry.ts";
import type { Element } from "../shape.ts";
import { runResource } from "./run-resource.ts";

const CONFIGURATION = { "base.url": "https://api.example.com", "oauth.api.key": "k", expires_in: "60" };

function run(element: Element, type: ResourceTypeName, ports: Partial<ElementPorts>, given: object = {}) {
  const plan = compileElement(element);
  const [resource] = plan.ofType(type);
  if (!resource) throw new Error(`no ${type}`);
  return runResource(plan, resource, { configuration: CONFIGURATION, ...given }, fakePorts(ports));
}

describe("resources that no path leads to", () => {
  test.each(typesOf(RESOURCE_TYPES).filter((type) => RESOURCE_TYPES[type].runsAt))("%s", async (type) => {
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

  test("a reply of a hook alone, such as an address to authorize at", async () => {
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

  test("passes a file on", async () => {
    const stream = bytesOf("x");
    const { send } = aProvider({ headers: {}, stream });
    expect((await run(anElement([{ type: "onProvision" }]), "onProvision", { send })).reply).toMatchObject({ stream });
  });
});

test("a token exchange: beside a form, fields of a body can only be the reply's, though exports say `request`", async () => {
  const { requests, send } = aProvider({ body: { access_token: "new", expires_in: 3600 } });
  const lines = [
    "value client_credentials -> form grant_type",
    "configuration oauth.user.token -> bodyField access_token",
    "configuration expires_in -> bodyField expires_in",
  ];
  const parameters = lines.map((line) => parameter(line, { source: "request" }));
  const element = anElement([
    { method: "POST", type: "provisionAuthValidation", vendorPath: "https://api.example.com/token", parameters },
  ]);
  const { configuration } = await run(element, "provisionAuthValidation", { send });
  expect(requests[0]).toMatchObject({
    url: "https://api.example.com/token",
    body: "grant_type=client_credentials",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(configuration).toMatchObject({ "oauth.user.token": "new", expires_in: "3600" });
});
