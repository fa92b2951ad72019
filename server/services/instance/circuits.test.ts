import { expect, test } from "vitest";
import { Failure } from "#server/errors.ts";
import { withCircuit } from "./circuits.ts";

test.each<[string, object, boolean]>([
  ["cannot be reached", {}, true],
  ["sends what would be refused again, such as a reply that is too large", { isPermanent: true }, false],
])("a provider that %s rests: %j, %s", async (_, detail, rests) => {
  const state = { circuits: new Map() } as Parameters<typeof withCircuit>[0]["state"];
  const send = withCircuit({ state }, 1, async () => {
    throw new Failure("badGateway", "It failed.", detail);
  });
  const request = { method: "GET", url: "https://a.test/", headers: {} };
  const at = { origins: ["https://a.test"], signal: new AbortController().signal };
  const kinds: string[] = [];
  for (let call = 0; call < 50; call++) await send(request, at).catch(({ kind }) => kinds.push(kind));
  expect(kinds.includes("unavailable")).toBe(rests);
});
