import { expect, test } from "vitest";
import { nextPageInResponse } from "./next-page-in-response.ts";

test.each<[string, Record<string, string>, unknown, string | undefined]>([
  ["a field of the response", {}, { items: [], next_cursor: "abc" }, "next_cursor"],
  ["a field beside others about pages", {}, { data: [], meta: { cursors: { after: "abc" } } }, "meta.cursors.after"],
  ["a field with a dot in its name", {}, { "@odata.nextLink": "https://acme.test?skip=2" }, "['@odata.nextLink']"],
  ["a link", { Link: '<https://acme.test?page=2>; rel="next"' }, [], "header:Link"],
  ["a header", { "x-next-page": "2" }, [], "header:x-next-page"],
  ["nothing on the last page", {}, { items: [], next_cursor: null }, undefined],
  ["nothing in a link to another page", { link: '<https://acme.test?page=1>; rel="prev"' }, [], undefined],
  ["nothing in a list", {}, [{ next: "abc" }], undefined],
  ["nothing where a field of a row has such a name", {}, { item: { next: "abc" } }, undefined],
])("the next page is named by %s", (_, headers, body, key) => expect(nextPageInResponse(headers, body)).toBe(key));
