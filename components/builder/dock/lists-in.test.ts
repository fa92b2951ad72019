import { expect, test } from "vitest";
import { listsIn } from "./lists-in.ts";

test.each<[string, unknown, { rootKey: string; count: number }[]]>([
  ["the response itself", [{ id: 1 }], [{ rootKey: "", count: 1 }]],
  [
    "lists of objects, the largest first",
    { errors: [{ a: 1 }], data: { items: [{ id: 1 }, { id: 2 }] } },
    [
      { rootKey: "data.items", count: 2 },
      { rootKey: "errors", count: 1 },
    ],
  ],
  ["names with signs in quotes", { "d.results": [{ id: 1 }] }, [{ rootKey: "['d.results']", count: 1 }]],
  ["nothing in lists of plain values", { tags: ["a"] }, []],
  ["nothing in a text", "none", []],
])("%s", (_, body, lists) => expect(listsIn(body)).toEqual(lists));
