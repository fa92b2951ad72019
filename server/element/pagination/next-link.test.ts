import { describe, expect, test } from "vitest";
import { anElement, aProvider, callHub, parameter } from "#server/testing/fake-element-ports.ts";
import { nextLink, requireFollowable } from "./next-link.ts";
import { pagingTraitsOf } from "./traits.ts";

const traitsOf = (...lines: string[]) => {
  const element = anElement([{ nextPageKey: "next", parameters: lines.map((line) => parameter(line)) }]);
  const [resource] = element.resources;
  if (!resource) throw new Error("The element has no resource.");
  return pagingTraitsOf(element, resource);
};
const LINKED = traitsOf("query pageSize -> query limit");
const NAMED = traitsOf("query nextPage -> query after");
const OWN = "https://api.example.com/v1/people";
const address = { own: OWN, sent: `${OWN}?limit=2` };
const path = (cursor: string) => ({ cursor, isPath: true });
const text = (cursor: string) => ({ cursor });

describe("a reference to the next page", () => {
  test.each<[string, string, object, object]>([
    ["of the same path", `${OWN}?p=2#x`, text("?p=2"), text("?p=2")],
    ["without an origin", "/v1/people?p=2", text("?p=2"), text("?p=2")],
    ["relative to the path", "people?p=2", text("?p=2"), text("?p=2")],
    ["of the query alone", "?p=2", text("?p=2"), text("?p=2")],
    ["by the name of a gateway", "/internal/people.json?p=2", text("?p=2"), text("?p=2")],
    ["with a scheme of its own", "//api.example.com/v1/people?p=2", text("?p=2"), text("?p=2")],
    ["whose page is in the path", `${OWN}/2`, path("/v1/people/2"), path("/v1/people/2")],
    ["whose page is in the path, without an origin", "/v1/people/2", path("/v1/people/2"), path("/v1/people/2")],
    ["of another path", "https://api.example.com/v1/more?p=2", path("/v1/more?p=2"), path("/v1/more?p=2")],
    ["behind another scheme", "http://api.example.com/v1/people/2", path("/v1/people/2"), path("/v1/people/2")],
    ["that climbs", "../v2/people/2", path("/v2/people/2"), text("../v2/people/2")],
    ["of another host", "https://evil.com/v1/people?p=2", text("?p=2"), text("?p=2")],
    ["of another host, by its path", "https://evil.com/people/2", ...twice(text("https://evil.com/people/2"))],
    [
      "with a host in its user",
      "https://api.example.com@evil.com/x",
      ...twice(text("https://api.example.com@evil.com/x")),
    ],
    ["that is a name", "c2", text("c2"), text("c2")],
    ["that is a name in base64", "/9j/4AAQ+x==", path("/9j/4AAQ+x=="), text("/9j/4AAQ+x==")],
    ["that is a name with a question mark", "ab?c", path("/v1/ab?c"), text("ab?c")],
  ])("%s", (_, reference, linked, named) => {
    expect(nextLink(reference, address, LINKED)).toEqual(linked);
    expect(nextLink(reference, address, NAMED)).toEqual(named);
  });

  test.each<[string, RegExp | null]>([
    ["c2", /is no link, and no parameter takes it/],
    ["https://evil.com/people/2", /leads to another host \(evil\.com\), which is not called/],
    [OWN, /leads back to the beginning of the list/],
    ["?p=2", null],
  ])("%s is refused where nothing takes it", (cursor, message) => {
    const require = (traits: typeof LINKED) => () => requireFollowable({ cursor }, traits, OWN);
    if (message) expect(require(LINKED)).toThrow(message);
    else expect(require(LINKED)).not.toThrow();
    expect(require(NAMED)).not.toThrow();
  });
});

function twice(value: object): [object, object] {
  return [value, value];
}

describe("a link with a path", () => {
  const element = anElement([
    { nextPageKey: "next", rootKey: "rows" },
    { path: "/hubs/crm/others", vendorPath: "/others", nextPageKey: "next", rootKey: "rows" },
  ]);
  const reading = async (line: string, nextPage?: string) => {
    const { requests, send } = aProvider({ body: { rows: [1], next: "https://api.example.com/v1/people/2?a=1&a=2" } });
    const query: Record<string, string> = nextPage === undefined ? {} : { nextPage };
    const { headers } = await callHub(line, { element, query, ports: { send } });
    return { token: headers["elements-next-page-token"] ?? "", url: requests[0]?.url };
  };

  test("is followed as it is, by the token of its list only", async () => {
    const { token } = await reading("GET /contacts");
    expect((await reading("GET /contacts", token)).url).toBe("https://api.example.com/v1/people/2?a=1&a=2");
    await expect(reading("GET /others", token)).rejects.toMatchObject({ kind: "badRequest" });
  });

  test("is not followed where the caller changed it", async () => {
    const { token } = await reading("GET /contacts");
    const place = JSON.parse(atob(token.replaceAll("-", "+").replaceAll("_", "/")));
    for (const forged of [
      { ...place, cursor: "/admin" },
      { ...place, seal: "x" },
    ]) {
      const nextPage = btoa(JSON.stringify(forged));
      await expect(reading("GET /contacts", nextPage)).rejects.toMatchObject({ kind: "badRequest" });
    }
    const { seal: _, ...unsealed } = place;
    const call = reading("GET /contacts", btoa(JSON.stringify(unsealed)));
    await expect(call).rejects.toMatchObject({ kind: "badGateway" });
  });
});
