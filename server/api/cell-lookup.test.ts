import { expect, test } from "vitest";
import type { App } from "#server/context.ts";
import { fingerprint, LOOKUP_PATH, SIGNATURE_HEADER, signLookup } from "#server/routing-key.ts";
import { createCellLookup } from "./cell-lookup.ts";

const KEY = "a key of at least thirty-two characters";
const ROUTING_KEY = JSON.stringify({ kind: "sealed", of: "invitation", head: "v1.k1.x" });

function lookUp(app: object, body: string, signature = signLookup(KEY, body, Date.now())) {
  const headers = { [SIGNATURE_HEADER]: signature };
  return createCellLookup(app as App).request(LOOKUP_PATH, { method: "POST", headers, body });
}

const cell = (isKnown: boolean) => ({
  env: { CELL_KEY: KEY, NEXTAUTH_SECRET: "s" },
  vault: { hasSealed: () => isKnown },
});

test("says whether a signed routing key is its own", async () => {
  for (const isKnown of [true, false])
    expect(await (await lookUp(cell(isKnown), ROUTING_KEY)).json()).toEqual({
      isKnown,
      sessionSecret: fingerprint(KEY, "s"),
    });
});

test("does not exist without the setting, for other signatures and for other methods", async () => {
  expect((await lookUp({ env: {} }, ROUTING_KEY)).status).toBe(404);
  expect((await lookUp({ env: {} }, ROUTING_KEY, signLookup("undefined", ROUTING_KEY, Date.now()))).status).toBe(404);
  expect((await lookUp(cell(true), ROUTING_KEY, "1.2")).status).toBe(404);
  expect((await createCellLookup(cell(true) as unknown as App).request(LOOKUP_PATH)).status).toBe(404);
});

test.each(['{"kind":"organization"}', '{"kind":"stored","of":"user","hash":"plain secret"}', "[]"])(
  "refuses the routing key %s",
  async (body) => {
    expect((await lookUp(cell(true), body)).status).toBe(400);
  },
);

test("refuses a body that is too large to be a routing key", async () => {
  expect((await lookUp(cell(true), JSON.stringify({ kind: "x".repeat(10_000) }))).status).toBe(413);
});
