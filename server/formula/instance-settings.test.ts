import { describe, expect, test } from "vitest";
import { settingRefusals, webAddress } from "./instance-settings.ts";

const messages = (settings: Record<string, unknown>) => settingRefusals(settings).map(({ message }) => message);

describe("settings of a formula instance", () => {
  test("keeps settings with unknown names", () => {
    expect(messages({ "formula.instance.time.to.live": "12", other: { deep: true } })).toEqual([]);
  });

  test.each([null, "", undefined])("%j is no value", (value) => {
    expect(messages({ "notification.webhook.url": value, "notification.failures": value })).toEqual([]);
    expect(messages({ "notification.email": value })).toEqual([]);
    expect(messages({ "errors.warn.after": value, "errors.stop.after": value })).toEqual([]);
  });

  test.each(["bad", 12, "a@example.com\r\nBcc: b@example.com", "a@example.com, nobody", "Ada <ada>"])(
    "notifications are sent to e-mail addresses, not to %j",
    (address) =>
      expect(messages({ "notification.email": address })).toEqual([
        "settings: notification.email must be one or more e-mail addresses.",
      ]),
  );

  test.each(["ops@example.com", "ops@example.com, ada@example.com", "Ada <ada@example.com>; ops@example.com"])(
    "notifications are sent to %j",
    (addresses) => expect(messages({ "notification.email": addresses })).toEqual([]),
  );

  test.each(["javascript:1", "nowhere", 12, {}])("a webhook is an address, not %j", (address) => {
    expect(messages({ "notification.webhook.url": address })).toEqual([
      "settings: notification.webhook.url must be an http or https address.",
    ]);
  });

  test.each([
    ["https://hooks.example.com/x", "https://hooks.example.com/x"],
    ["http://localhost:9000", "http://localhost:9000"],
    ["hooks.example.com/x?a=b", "https://hooks.example.com/x?a=b"],
    ["hooks.example.com:8080/x", "https://hooks.example.com:8080/x"],
    ["hooks.example.com", "https://hooks.example.com"],
  ])("a webhook at %j is called at %j", (written, address) => {
    expect(messages({ "notification.webhook.url": written })).toEqual([]);
    expect(webAddress(written)).toBe(address);
  });

  test.each([
    "mailto:a@b.test",
    "ftp://b.test",
    "//b.test/x",
    "a@b.test",
    "b..test /",
    "/path.x",
    "javascript:alert(1)",
  ])("%j is no address of a webhook", (written) => expect(webAddress(written)).toBeUndefined());

  test("notifies of every failure or of the first", () => {
    expect(messages({ "notification.failures": "every" })).toEqual([]);
    expect(messages({ "notification.failures": "first" })).toEqual([]);
    expect(messages({ "notification.failures": "some" })).toEqual([
      "settings: notification.failures must be every or first.",
    ]);
  });

  test.each([1, "1", 51, "99999"])("%j failures in a row may warn or switch off", (count) => {
    expect(messages({ "errors.warn.after": count, "errors.stop.after": count })).toEqual([]);
  });

  test.each([0, -1, 1.5, "many", "100000", true])("%j failures may not", (count) => {
    expect(messages({ "errors.stop.after": count })).toEqual([
      "settings: errors.stop.after must be a whole number from 1 to 99999.",
    ]);
  });
});
