import { expect, test } from "vitest";
import { otherHostOf } from "./other-host.ts";

test.each<[string, string, string | null]>([
  ["/people", "https://api.test/v1", null],
  ["", "https://api.test/v1", null],
  ["https://api.test/v2/people", "https://api.test/v1", null],
  ["https://API.test:443/people", "https://api.test", null],
  ["https://files.test/v2/people", "https://api.test", "files.test"],
  ["https://files.test:8443/x", "https://api.test", "files.test:8443"],
  ["http://api.test/x", "https://api.test", "http://api.test"],
  ["https://api.test@evil.test/x", "https://api.test", "evil.test"],
  ["https://evil.test\\@api.test/x", "https://api.test", "evil.test"],
  ["https://{region}.files.test/x", "https://{region}.api.test", "{region}.files.test"],
  ["https://files.test/x", "", "files.test"],
])("the path %s of an element at %s is sent to: %s", (vendorPath, baseUrl, host) => {
  expect(otherHostOf(vendorPath, baseUrl)).toBe(host);
});
