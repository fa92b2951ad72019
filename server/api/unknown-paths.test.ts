import { afterAll, beforeAll, expect, test } from "vitest";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;
let clients: Record<string, { authorization: string } | undefined>;

beforeAll(async () => {
  provider = await aProvider((_, response) =>
    response.writeHead(404, { "content-type": "application/json" }).end("{}"),
  );
  api = await aRunningApi();
  const body = {
    name: "Rooms",
    description: "x",
    authentication: { type: "custom" },
    configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
    resources: [{ method: "GET", path: "/rooms", vendorPath: "/rooms" }],
  };
  await api.fetch("/elements", { as: api.as, method: "POST", body });
  const created = await api.fetch("/elements/rooms/instances", { as: api.as, method: "POST", body: { name: "Rooms" } });
  const [user] = api.as.authorization.split(",");
  const element = `Element ${created.body.token}`;
  clients = {
    "no credentials": undefined,
    "user and organization": api.as,
    "user and element": { authorization: `${user}, ${element}` },
    "all three": { authorization: `${api.as.authorization}, ${element}` },
    "wrong ones": { authorization: "User nobody, Organization nobody" },
    "a wrong element token": { authorization: `${user}, Element nobody` },
  };
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

/** The status for each client, in the order of `clients`: the rule in `docs/api.md`. */
test.each([
  ["GET /nosuchresource", "a path that nothing has", [401, 401, 404, 404, 401, 401]],
  ["POST /no/such/deep/resource/here", "a path too deep to be an object", [401, 401, 404, 404, 401, 401]],
  ["GET /hubs/general/nosuchresource", "an unknown resource of a hub", [401, 401, 404, 404, 401, 401]],
  ["PATCH /hubs/general/rooms", "another method of a resource of a hub", [401, 401, 405, 405, 401, 401]],
  ["PATCH /rooms", "another method of a resource", [401, 401, 405, 405, 401, 401]],
  ["PATCH /formulas", "another method of a platform path", [401, 405, 405, 405, 401, 401]],
  ["DELETE /formulas/1/export", "another method of a deeper platform path", [401, 405, 405, 405, 401, 401]],
  ["PUT /accounts", "another method of a path that an element may have", [401, 405, 405, 405, 401, 401]],
  ["PATCH /hubs/keys", "another method of a public path", [405, 405, 405, 405, 405, 405]],
  ["GET /formulas", "a platform path", [401, 200, 401, 200, 401, 401]],
  ["GET /formulas/999999", "an id that nothing has", [401, 404, 401, 404, 401, 401]],
  ["GET /hubs/general/ping", "a resource of every element", [401, 401, 200, 200, 401, 401]],
])("%s, %s", async (line, _, statuses) => {
  const [method = "", path = ""] = line.split(" ");
  const replies = await Promise.all(Object.values(clients).map((as) => api.fetch(path, { as, method })));
  expect(replies.map(({ status }) => status)).toEqual(statuses);
  for (const { status, headers, body } of replies) {
    if (status === 405) expect(headers.get("allow")).toMatch(/^[A-Z]+(?:, [A-Z]+)*$/);
    if (status >= 400)
      expect(body).toMatchObject({ message: expect.any(String), requestId: expect.stringMatching(/^[0-9a-f]{24}$/) });
  }
});
