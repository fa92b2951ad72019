import { expect, test } from "vitest";
import { eventKindOf, isPolled, isRegistered } from "./registry.ts";

test.each([
  ["true", "polling", "polling"],
  ["true", " Polling ", "polling"],
  ["true", "webhook", "webhook"],
  ["true", "carrier pigeon", "webhook"],
  ["true", undefined, "webhook"],
  ["false", "polling", undefined],
  [undefined, "webhook", undefined],
])("events enabled %s of type %j come by %s", (enabled, type, kind) => {
  const configuration = {
    ...(enabled && { "event.notification.enabled": enabled }),
    ...(type && { "event.vendor.type": type }),
  };
  expect(eventKindOf(configuration)?.type).toBe(kind);
  expect([isPolled(configuration), isRegistered(configuration)]).toEqual([kind === "polling", kind === "webhook"]);
});
