import { expect, test } from "vitest";
import { addressGroup, clientAddress, currentClient, forClient, parseTrustProxy } from "./client-address.ts";

test.each<[setting: string, socket: string | undefined, forwardedFor: string | undefined, client: string]>([
  ["off", "203.0.113.9", undefined, "203.0.113.9"],
  ["off", "::ffff:203.0.113.9", undefined, "203.0.113.9"],
  ["off", undefined, undefined, "unknown"],
  ["off", "10.0.0.1", "198.51.100.7", "10.0.0.1"],
  ["0", "10.0.0.1", "198.51.100.7", "10.0.0.1"],
  ["1", "10.0.0.1", undefined, "10.0.0.1"],
  ["1", "10.0.0.1", "", "10.0.0.1"],
  ["1", "10.0.0.1", "198.51.100.7", "198.51.100.7"],
  ["1", "10.0.0.1", "1.1.1.1, 198.51.100.7", "198.51.100.7"],
  ["1", "10.0.0.1", "1.1.1.1,198.51.100.7:4711", "198.51.100.7"],
  ["1", "10.0.0.1", "[2001:db8::7]:443", "2001:db8::7"],
  ["1", "10.0.0.1", "2001:db8:0::7", "2001:db8::7"],
  ["1", "10.0.0.1", "fe80::1%eth0", "fe80::1"],
  ["1", "10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"],
  ["1", "10.0.0.1", "198.51.100.7, unknown", "10.0.0.1"],
  ["1", "10.0.0.1", "198.51.100.7, _hidden", "10.0.0.1"],
  ["1", "10.0.0.1", "198.51.100.7, 0x7f.1", "10.0.0.1"],
  ["1", "10.0.0.1", "198.51.100.7,", "10.0.0.1"],
  ["2", "10.0.0.1", "1.1.1.1, 198.51.100.7, 10.0.0.2", "198.51.100.7"],
  ["2", "10.0.0.1", "10.0.0.2", "10.0.0.2"],
  ["2", "10.0.0.1", "nonsense, 10.0.0.2", "10.0.0.2"],
  ["10.0.0.0/8", "10.0.0.1", "1.1.1.1, 198.51.100.7, 10.9.9.9", "198.51.100.7"],
  ["10.0.0.0/8", "203.0.113.9", "198.51.100.7", "203.0.113.9"],
  ["10.0.0.0/8", "::ffff:10.0.0.1", "198.51.100.7", "198.51.100.7"],
  ["10.0.0.1, 10.0.0.2", "10.0.0.2", "198.51.100.7, 10.0.0.3", "10.0.0.3"],
  ["::1,fd00::/8", "fd00::5", "198.51.100.7, ::1", "198.51.100.7"],
  ["10.0.0.0/8", "10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"],
])("TRUST_PROXY=%s, socket %s, X-Forwarded-For %s: %s", (setting, remoteAddress, forwardedFor, client) => {
  expect(clientAddress({ remoteAddress, forwardedFor }, parseTrustProxy(setting))).toBe(client);
});

test.each(["yes", "-1", "1.5", "33", "10.0.0.0/40", "10.0.0.1,", "proxy.example", "true"])(
  "TRUST_PROXY=%s is refused",
  (setting) => expect(() => parseTrustProxy(setting)).toThrow(/must be/),
);

test("a long X-Forwarded-For is read from its right end only", () => {
  const forwardedFor = `${"1.1.1.1,".repeat(100_000)}198.51.100.7`;
  expect(clientAddress({ remoteAddress: "10.0.0.1", forwardedFor }, parseTrustProxy("1"))).toBe("198.51.100.7");
});

test.each([
  ["198.51.100.7", "198.51.100.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["unknown", "unknown"],
])("%s counts as %s", (address, group) => expect(addressGroup(address)).toBe(group));

test("work knows its client's address", async () => {
  expect(currentClient()).toBe("unknown");
  expect(await forClient("198.51.100.7", () => Promise.resolve().then(currentClient))).toBe("198.51.100.7");
});
