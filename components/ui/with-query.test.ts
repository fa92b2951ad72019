import { expect, test } from "vitest";
import { withQuery } from "./with-query.ts";

test.each([
  [{}, "/things"],
  [{ since: "a b", q: "" }, "/things?since=a+b&q="],
])("/things with %j is %s", (query, expected) => expect(withQuery("/things", query)).toBe(expected));
