import { expect, test } from "vitest";
import { keyProblem } from "./key-problem.ts";

const draft = {
  name: "Acme",
  description: "",
  authentication: { type: "oauth2" },
  configuration: [
    { key: "company", name: "Company" },
    { key: "region", name: "Region" },
  ],
};

test.each([
  ["site", undefined],
  ["company", undefined],
  ["region", "taken"],
  ["", "empty"],
  ["k".repeat(256), "long"],
  ["base.url", "reserved"],
  ["oauth.scope", "reserved"],
  ["event.notification.enabled", "reserved"],
  ["username", "reserved"],
])("the first entry with the key %j: %s", (key, problem) => expect(keyProblem(draft, 0, key)).toBe(problem));
