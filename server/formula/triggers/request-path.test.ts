import { expect, test } from "vitest";
import { coversPath, withoutHub } from "./request-path.ts";

test.each([
  ["hubs/crm/contacts", "/contacts"],
  ["/hubs/crm/contacts/", "/contacts"],
  ["/contacts", "/contacts"],
  ["contacts?where=id%3D1", "/contacts"],
  ["/hubs/crm", "/"],
  ["/hubspot/contacts", "/hubspot/contacts"],
])("%s is called %s", (api, path) => expect(withoutHub(api)).toBe(path));

test.each([
  ["hubs/crm/contacts", "/contacts", true],
  ["/contacts/{id}", "/hubs/crm/contacts/7", true],
  ["/contacts/{id}", "/contacts", false],
  ["/contacts/{id}", "/contacts/", false],
  ["/contacts/{id}/notes", "/contacts/7/tasks", false],
  ["/contacts", "/contacts/7", false],
])("a trigger on %s and a call to %s: %s", (api, path, covered) => expect(coversPath(api, path)).toBe(covered));
