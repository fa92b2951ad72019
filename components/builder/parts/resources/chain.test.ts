import { describe, expect, test } from "vitest";
import { chainsOf, readingsOf } from "./chain.ts";

/** Resources /a, /b, …, each with the letter of its successor. */
const chained = (...nexts: string[]) => ({
  resources: nexts.map((next, at) => ({
    method: "GET",
    path: `/hubs/general/${String.fromCodePoint(97 + at)}`,
    nextResource: next && `GET:/${next}`,
  })),
});

const pathsFrom = (draft: ReturnType<typeof chained>, at: number) => {
  const { links, missing, refusal } = chainsOf(draft).from(at);
  return [links.map(({ path }) => path).join(" "), missing, refusal];
};

test.each([
  ["a single operation", chained(""), ["/a", null, null]],
  ["a chain", chained("b", "c", ""), ["/a /b /c", null, null]],
  ["a successor that is not there", chained("z"), ["/a", "GET:/z", null]],
  ["a circle", chained("b", "a"), ["/a /b", null, "circle"]],
  ["an operation that follows itself", chained("a"), ["/a", null, "circle"]],
  ["five", chained("b", "c", "d", "e", ""), ["/a /b /c /d /e", null, null]],
  ["six", chained("b", "c", "d", "e", "f", ""), ["/a /b /c /d /e", null, "long"]],
])("%s", (_, draft, chain) => expect(pathsFrom(draft, 0)).toEqual(chain));

describe("a successor is refused", () => {
  const refusals = (draft: ReturnType<typeof chained>, at: number) => {
    const chains = chainsOf(draft);
    return chains.operations.map((next) => chains.refusal(at, next));
  };

  test("that leads back", () => expect(refusals(chained("", "c", "a"), 0)).toEqual(["circle", "circle", "circle"]));

  test("that makes a chain too long, also one that began earlier", () =>
    // a → b → c, and d → e → f
    expect(refusals(chained("b", "c", "", "e", "f", ""), 2)).toEqual([
      "circle",
      "circle",
      "circle",
      "long",
      null,
      null,
    ]));

  test("does not hang on circles", () =>
    expect(refusals(chained("b", "a", ""), 1)).toEqual(["circle", "circle", "long"]));
});

test("parameters read the response of the previous operation", () => {
  const parameters = [
    { type: "prevBodyField", name: "id", vendorType: "path", vendorName: "contactId" },
    { type: "prevBody", name: "body", vendorType: "body", vendorName: "" },
    { type: "query", name: "page", vendorType: "query", vendorName: "page" },
    { type: "nonsense" },
  ];
  expect(readingsOf({ resources: [{ parameters }] }, 0)).toEqual([
    { field: "id", into: "path contactId" },
    { field: "", into: "body" },
  ]);
});
