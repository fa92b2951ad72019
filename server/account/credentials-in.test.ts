import { expect, test } from "vitest";
import { credentialsIn } from "./credentials-in.ts";

test.each<[unknown, string[]]>([
  [{ token: "one", list: [{ userSecret: "two" }, { name: "three" }] }, ["one", "two"]],
  ['{"newPassword":"four"}', ["four"]],
  [{ key: "crm", other: `fk_${"a".repeat(43)}` }, [`fk_${"a".repeat(43)}`]],
  [{ token: "********", tokenUrl: "https://x", secret: 7 }, []],
  ["text", []],
  [undefined, []],
])("credentials in %j", (body, expected) => {
  expect(credentialsIn(body).sort()).toEqual(expected.sort());
});
