import { expect, test } from "vitest";
import { copiedPath } from "./copied-path.ts";

test.each([
  ["/hubs/crm/contacts", [], "/hubs/crm/contacts_copy"],
  ["/contacts/{id}", [], "/contacts_copy/{id}"],
  ["/contacts/{id}", ["GET /contacts_copy/{}"], "/contacts_copy_copy/{id}"],
  ["/contacts", ["POST /contacts_copy"], "/contacts_copy"],
  ["/users/{id}/tasks/", [], "/users/{id}/tasks_copy/"],
  ["contacts", [], "contacts_copy"],
  ["", [], "_copy"],
])("a copy of %s beside %j is %s", (path, taken, copy) =>
  expect(copiedPath({ method: "GET", path }, new Set(taken))).toBe(copy),
);
