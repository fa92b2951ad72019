import { expect, test } from "vitest";
import { nextInLinkHeader } from "./link-header.ts";

test.each<[string, string, string | undefined]>([
  ["alone", '</a?p=2>; rel="next"', "/a?p=2"],
  ["without quotes", "</a>; rel=next", "/a"],
  ["after another link", '</a>; rel="first", </b>; rel="next"', "/b"],
  ["after a text with a comma", '</a?p=2>; title="x, y"; rel="next"', "/a?p=2"],
  ["after a text with a quote", '</a>; title="x \\", </z>; rel=\\"next"; rel=next', "/a"],
  ["in an address with separators", '</a;b,c>; rel="next"', "/a;b,c"],
  ["among several relations", '</a>; rel="last next"', "/a"],
  ["in capitals", '</a>; REL="Next"', "/a"],
  ["with spaces", '< /a > ; rel = "next"', "/a"],
  ["not of another relation", '</a>; rel="nextish", </b>; rel="prev"', undefined],
  ["not from a title", '</a>; title="rel=next"', undefined],
  ["not from a second relation", "</a>; rel=prev; rel=next", undefined],
  ["not without an address", '; rel="next"', undefined],
  ["not from what is open", '</a; rel="next', undefined],
])("the next page is read from a header Link: %s", (_, header, expected) => {
  expect(nextInLinkHeader(header)).toBe(expected);
});
