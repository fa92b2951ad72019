import { expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import { shownConfiguration } from "./shown-configuration.ts";

const CONFIGURATION = {
  "event.notification.callback.url": "https://a.example/in?token=hidden&x=1",
  "event.notification.callback.headers": "X-Key: hidden",
};

test.each([
  ["viewer", "https://a.example/in?token=********&x=1"],
  ["designer", "https://a.example/in?token=hidden&x=1"],
])("a %s sees the address that receives events as %s, and no headers", (role, url) => {
  const ctx = { caller: { role } } as unknown as Context;
  expect(shownConfiguration(ctx, { configuration: [] }, CONFIGURATION)).toEqual({
    "event.notification.callback.url": url,
    "event.notification.callback.headers": "********",
  });
});
