import { expect, test } from "vitest";
import { withName } from "./path.ts";
import { similarIn } from "./similar-name.ts";

const NAMES = ["token", "crm.instance", "getContact", "list-orders", "id"];

test.each([
  ["config.crm.instnce.id", "config.crm.instance.id"],
  ["config.TOKEN", "config.token"],
  ["config.tokne", "config.token"],
  ["steps.getContacts.response.body[0]", "steps.getContact.response.body[0]"],
  ["steps.get_contact[0].id", "steps.getContact[0].id"],
  ["steps['listOrders'].entry", "steps['list-orders'].entry"],
])("%s means %s", (path, meant) => {
  const found = similarIn(path, NAMES);
  expect(found && withName(path, found, found.name)).toBe(meant);
});

test.each(["config.erp", "config.ix", "steps.somethingElse.id", "steps", "steps['open"])(
  "%s is like no name",
  (path) => {
    expect(similarIn(path, NAMES)).toBeUndefined();
  },
);
