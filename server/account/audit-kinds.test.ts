import { expect, test } from "vitest";
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from "./audit-kinds.ts";

test.each(Object.entries({ AUDIT_ACTIONS, AUDIT_ENTITIES }))("%s names each once, in order", (_, kinds) => {
  const { compare } = new Intl.Collator("en");
  expect(kinds).toEqual([...new Set(kinds)].toSorted(compare));
});
