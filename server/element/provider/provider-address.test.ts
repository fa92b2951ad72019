import { describe, expect, test } from "vitest";
import { anElement, aProvider, callHub, hooksThat, parameter } from "#server/testing/fake-element-ports.ts";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { compileBase, fillBase, originOf } from "./base-url.ts";

type Given = {
  baseUrl: string;
  configuration?: Record<string, string>;
  vendorPath?: string;
  hook?: string;
  more?: object;
};

/** The target of a request to `/contacts/{id}`. */
async function goesTo(
  { baseUrl, configuration = {}, vendorPath = "/people", hook, more = {} }: Given,
  line = "GET /contacts/5",
) {
  const { requests, send } = aProvider({ body: {} });
  const hooks = hook ? [{ type: "preRequest", body: hook }] : [];
  const seen: string[][] = [];
  await callHub(line, {
    element: anElement([{ path: "/contacts/{id}", vendorPath, hooks, ...more }]),
    configuration: { ...configuration, "base.url": baseUrl },
    ports: {
      hook: hooksThat(),
      send: (request, at) => {
        seen.push([...at.origins]);
        return send(request, at);
      },
    },
  }).catch((error) => {
    expect(requests).toEqual([]);
    throw error;
  });
  return { url: requests[0]?.url, origins: seen[0] };
}

describe("the address is base.url and the provider's path", () => {
  test.each<[string, string, string, string]>([
    ["as they are written", "https://api.example.com/v1", "/people", "https://api.example.com/v1/people"],
    ["without a path", "https://api.example.com/v1", "", "https://api.example.com/v1"],
    ["with the slash in the base", "https://api.example.com/v1/", "people", "https://api.example.com/v1/people"],
    ["with no slash at all", "https://api.example.com", "people", "https://api.example.com/people"],
    ["with a query", "https://api.example.com", "/people?a=1", "https://api.example.com/people?a=1"],
    ["with a fragment, which goes", "https://api.example.com", "/people#x", "https://api.example.com/people"],
    ["with variables of ours", "https://api.example.com", "/people/{id}", "https://api.example.com/people/5"],
    ["with the configuration", "https://api.example.com", "/{company.name}/x", "https://api.example.com/acme/x"],
    [
      "an address of the same origin",
      "https://api.example.com/v1",
      "https://api.example.com/v2/x",
      "https://api.example.com/v2/x",
    ],
    ["a port", "http://127.0.0.1:8080", "/x", "http://127.0.0.1:8080/x"],
  ])("%s", async (_, baseUrl, vendorPath, expected) => {
    const { url } = await goesTo({ baseUrl, vendorPath, configuration: { "company.name": "acme" } });
    expect(url).toBe(expected);
  });

  test.each<[string, string, string, string]>([
    ["a whole site", "{store.url}", "https://shop.example.com/a/", "https://shop.example.com/a/people"],
    ["a host without a scheme", "{store.url}", "shop.example.com", "https://shop.example.com/people"],
    ["a host", "https://{store.url}/v1", "shop.example.com:8443", "https://shop.example.com:8443/v1/people"],
    ["a part of a host", "https://{store.url}.example.com", "acme-1", "https://acme-1.example.com/people"],
    ["a part of a host without a scheme", "{store.url}.example.com", "acme", "https://acme.example.com/people"],
    ["a part of the path", "https://example.com/{store.url}", "a b", "https://example.com/a%20b/people"],
  ])("base.url holds %s", async (_, baseUrl, value, expected) => {
    expect((await goesTo({ baseUrl, configuration: { "store.url": value } })).url).toBe(expected);
  });
});

describe("no value of a placeholder leads elsewhere, and no byte is sent (E08, I08)", () => {
  test.each([
    "x.evil.com?",
    "a@evil.com",
    "evil.com/#",
    "evil.com/",
    "evil.com\\",
    "evil.com:80",
    "a.evil.com",
    "-",
    "",
    " ",
    "a b",
    "é",
    "a%2eevil.com",
    "a\n.evil.com",
    "#",
    "..",
    "evil.com?x=",
  ])("%j as a part of the host", async (value) => {
    const given = { baseUrl: "https://{company.name}.example.com", configuration: { "company.name": value } };
    await expect(goesTo(given)).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringMatching(/^company.name: /),
    });
  });

  test.each(["a@evil.com", "evil.com/#", "evil.com?", "user:pw@evil.com", "evil.com\\@x", "", "evil .com"])(
    "%j as a host",
    async (value) => {
      const given = { baseUrl: "https://{company.name}/v1", configuration: { "company.name": value } };
      await expect(goesTo(given)).rejects.toMatchObject({
        kind: "badRequest",
        message: expect.stringMatching(/^company.name: /),
      });
    },
  );

  test.each([
    "https://a@evil.com",
    "ftp://evil.com",
    "https://evil.com/#",
    "javascript:alert(1)",
    "https://evil.com?x",
    "https://x/../y",
    "//evil.com",
    "https://",
  ])("%j as a site", async (value) => {
    const given = { baseUrl: "{company.name}", configuration: { "company.name": value } };
    await expect(goesTo(given)).rejects.toMatchObject({
      kind: "badRequest",
      message: expect.stringMatching(/^company.name: /),
    });
  });

  test.each(["..", "../x", "a/../b", "%2e%2e"])("%j in the path", async (value) => {
    const given = { baseUrl: "https://example.com/{company.name}", configuration: { "company.name": value } };
    await expect(goesTo(given)).rejects.toMatchObject({ kind: "badRequest" });
  });

  test.each(["https://{id}/v1", "{id}"])("the caller never chooses the host of %s", async (baseUrl) => {
    const more = { parameters: [parameter("path id -> path id")] };
    await expect(goesTo({ baseUrl, more }, "GET /contacts/evil.com")).rejects.toThrow(
      "id: cannot be sent with a request, because it sets the host. Set it in the configuration.",
    );
  });

  test("the caller may choose a part of it that the author left open", async () => {
    const more = { parameters: [parameter("path id -> path id")] };
    expect((await goesTo({ baseUrl: "https://{id}.example.com", more }, "GET /contacts/eu")).url).toBe(
      "https://eu.example.com/people",
    );
  });

  test.each<[string, string, string]>([
    ["a host that goes on", "https://api.example.com", ".evil.com/x"],
    ["credentials", "https://api.example.com", "@evil.com/x"],
    ["a port", "https://api.example.com", ":80@evil.com/x"],
    ["another origin", "https://api.example.com", "https://evil.com/x"],
    ["another scheme", "https://api.example.com", "http://api.example.com/x"],
    ["another port", "https://api.example.com", "https://api.example.com:444/x"],
    ["a path that climbs", "https://api.example.com/v1", "/../x"],
    ["no web address", "mailto:a@example.com", "/x"],
    ["credentials in the base", "https://u:p@api.example.com", "/x"],
  ])("%s of the author", async (_, baseUrl, vendorPath) => {
    const call = goesTo({ baseUrl, vendorPath });
    if (vendorPath.startsWith(".") || /^[@:]/.test(vendorPath)) {
      // With a slash between them it is a path of the right host.
      expect(new URL((await call).url ?? "").origin).toBe("https://api.example.com");
      return;
    }
    await expect(call).rejects.toMatchObject({ kind: "badRequest" });
  });

  test.each<[string, string]>([
    ["an address", `done({ request_vendor_url: "https://evil.com/x" })`],
    ["credentials", `done({ request_vendor_url: "https://api.example.com@evil.com/x" })`],
    ["a backslash", `done({ request_vendor_url: "https://evil.com\\\\@api.example.com/" })`],
    ["a file", `done({ request_vendor_url: "file:///etc/passwd" })`],
    ["no address", `done({ request_vendor_url: "x" })`],
    ["a path", `done({ request_vendor_path: "https://evil.com/x" })`],
    ["the header Host", `done({ request_vendor_headers: { Host: "evil.com" } })`],
    ["a line break", `done({ request_vendor_headers: { "X-A": "a\\r\\nHost: evil.com" } })`],
    ["a method", `done({ request_vendor_method: "CONNECT" })`],
  ])("%s of a hook (I06)", async (_, hook) => {
    await expect(goesTo({ baseUrl: "https://api.example.com", hook })).rejects.toMatchObject({ kind: "badRequest" });
  });

  test("an element without base.url calls nobody", async () => {
    await expect(goesTo({ baseUrl: "" })).rejects.toMatchObject({ kind: "badRequest" });
  });
});

describe("allowed origins", () => {
  const given = {
    baseUrl: "https://api.example.com",
    configuration: { "allowed.origins": "https://files.example.com, https://eu.example.com/x" },
  };

  test("an absolute path within them", async () => {
    const { url, origins } = await goesTo({ ...given, vendorPath: "https://files.example.com/a" });
    expect(url).toBe("https://files.example.com/a");
    expect(origins).toEqual(["https://api.example.com", "https://files.example.com", "https://eu.example.com"]);
  });

  test("a hook's address within them", async () => {
    const hook = `done({ request_vendor_url: "https://eu.example.com/y?z=1" })`;
    expect((await goesTo({ ...given, hook })).url).toBe("https://eu.example.com/y?z=1");
  });

  test("nothing beyond", async () => {
    await expect(goesTo({ ...given, vendorPath: "https://example.com/a" })).rejects.toMatchObject({
      kind: "badRequest",
    });
  });
});

test.each([
  ["https://example.com/report (1)", /contains a space.*%20/],
  ["https://example.com/a\\b", /or a backslash/],
  ["ftp://example.com/", /is not a web address/],
  ["https://me@example.com/", /is not a web address/],
])("the address %s is refused with the reason", (address, reason) => {
  expect(() => originOf(address, "vendorPath")).toThrow(reason);
});

test("addresses of any length are read in linear time", () => {
  const spent = cpuMs(() => {
    for (const value of ["a".repeat(500_000), "a.".repeat(200_000), "a_".repeat(200_000), "[".repeat(200_000)]) {
      for (const template of ["https://{x}.example.com", "https://{x}", "{x}", "https://example.com/{x}"]) {
        try {
          originOf(fillBase(compileBase(template), { x: value }, { configuration: {}, fromCaller: new Set() }), "x");
        } catch {}
      }
    }
  });
  expect(spent).toBeLessThan(LINEAR_MS);
});
