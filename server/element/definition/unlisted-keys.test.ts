import { expect, test } from "vitest";
import { elementSchema } from "../shape.ts";
import { unlistedEntries } from "./unlisted-keys.ts";

const element = (more: object) =>
  elementSchema.parse({
    name: "Acme",
    key: "acme",
    hub: "crm",
    description: "The CRM of Acme",
    authentication: { type: "custom" },
    configuration: [{ key: "base.url", name: "Base URL" }],
    ...more,
  });

const parameter = (name: string, more: object = {}) => ({
  name,
  type: "configuration",
  vendorName: `X-${name}`,
  vendorType: "header",
  ...more,
});

test("asks for configuration values that parameters read without an entry, secrets as secrets", () => {
  const found = unlistedEntries(
    element({ parameters: [parameter("api.token"), parameter("tenant"), parameter("base.url")] }),
  );
  expect(found.map(({ key, type, required }) => ({ key, type, required }))).toEqual([
    { key: "api.token", type: "PASSWORD", required: false },
    { key: "tenant", type: "TEXTFIELD_1000", required: false },
  ]);
});

test("names within a value count, and those of resources", () => {
  const parameters = [parameter("Token ${configuration.tenant.token}", { type: "value" })];
  const resources = [{ method: "GET", path: "/things", vendorPath: "/things", parameters: [parameter("region")] }];
  expect(unlistedEntries(element({ parameters, resources })).map(({ key }) => key)).toEqual(["tenant.token", "region"]);
});

test("does not ask for values that the element writes itself", () => {
  const written = {
    name: "session",
    type: "body",
    source: "response",
    vendorName: "session",
    vendorType: "configuration",
  };
  expect(unlistedEntries(element({ parameters: [parameter("session"), written] }))).toEqual([]);
});

test("ignores names that no entry can have", () => {
  const parameters = [parameter(""), parameter("k".repeat(256)), parameter("region")];
  expect(unlistedEntries(element({ parameters })).map(({ key }) => key)).toEqual(["region"]);
});
