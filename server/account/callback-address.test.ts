import { expect, test } from "vitest";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { credentialsInAddress, shownAddress } from "./callback-address.ts";

const HEX = "0123456789abcdef0123456789abcdef";
const UUID = "6f1f7c1e-3b7f-4c4e-9d2e-0a1b2c3d4e5f";

test.each<[string, string, string[]]>([
  ["https://a.example/in?token=hidden&x=1#y", "https://a.example/in?token=********&x=1#y", ["hidden"]],
  ["https://a.example/in?x=1&api%5Fkey=hidden", "https://a.example/in?x=1&api%5Fkey=********", ["hidden"]],
  ["https://ann:hidden@a.example/in", "https://********@a.example/in", ["ann:hidden"]],
  ["https://ann:a@b@a.example/in", "https://********@a.example/in", ["ann:a@b"]],
  ["https://a.example/token=1/in?x=a@b", "https://a.example/token=1/in?x=a@b", []],
  ["hooks.example/in?token=hidden", "hooks.example/in?token=********", ["hidden"]],
  ["ann@a.example", "ann@a.example", []],
  ["a1b2c3d4e5f6a7b8c9d0@a.example", "a1b2c3d4e5f6a7b8c9d0@a.example", []],
  ["https://a.example/?%=1&secret=hidden", "https://a.example/?%=1&secret=********", ["hidden"]],
  ["https://a.example/?a=&token=&=x&b", "https://a.example/?a=&token=&=x&b", []],
  [`https://a.example/?${HEX}`, "https://a.example/?********", [HEX]],
  [
    "https://logic.example/triggers/manual/paths/invoke?api-version=2016-10-01&sp=%2Frun&sv=1.0&sig=hidden",
    "https://logic.example/triggers/manual/paths/invoke?api-version=2016-10-01&sp=%2Frun&sv=1.0&sig=********",
    ["hidden"],
  ],
  ["https://a.example/api/orders?code=hid%3D%3D", "https://a.example/api/orders?code=********", ["hid%3D%3D"]],
  [
    "https://a.example/v1/spaces/x/messages?key=hidden",
    "https://a.example/v1/spaces/x/messages?key=********",
    ["hidden"],
  ],
  [`https://a.example/in?other=${HEX}`, "https://a.example/in?other=********", [HEX]],
  [
    "https://hooks.example/services/T024BE7LD/B0ABC1234/hs8Kd72JskQpL0aZmN3vX9tR",
    "https://hooks.example/services/T024BE7LD/B0ABC1234/********",
    ["hs8Kd72JskQpL0aZmN3vX9tR"],
  ],
  [
    `https://a.example/webhookb2/${UUID}@${UUID}/IncomingWebhook/${HEX}/${UUID}`,
    "https://a.example/webhookb2/********/IncomingWebhook/********/********",
    [`${UUID}@${UUID}`, HEX, UUID],
  ],
  ["https://a.example/process-incoming-order-events-v2", "https://a.example/process-incoming-order-events-v2", []],
  [
    "https://a.example/orders/2026-11-28/1234567890123456789",
    "https://a.example/orders/2026-11-28/1234567890123456789",
    [],
  ],
  ["/formulas/instances/12/executions", "/formulas/instances/12/executions", []],
  ["https://a.example/in?token=********&x=1", "https://a.example/in?token=********&x=1", []],
])("the address %s is shown without credentials", (address, shown, credentials) => {
  expect([shownAddress(address), credentialsInAddress(address)]).toEqual([shown, credentials]);
  expect(shownAddress(shown)).toBe(shown);
});

test.each(["a", "a1", "&", "&a=", "/", "?", "@", "0a-", ":"])("1 MB of %s takes linear time", (piece) => {
  const address = `https://a.example/${piece.repeat(1_048_576 / piece.length)}`;
  expect(cpuMs(() => shownAddress(address))).toBeLessThan(LINEAR_MS);
});
