import { expect, test } from "vitest";
import { writePageToken } from "./page-token.ts";
import { createPageTrail, type PageTrail, stepTo, withPage } from "./page-trail.ts";

const isEmpty = false;

/** How many pages are read before the list is known to have no end. */
function pagesOf(cursorAt: (page: number) => string, most = 5000): number | "all" {
  let trail: PageTrail | undefined;
  for (let page = 1; page <= most; page++) {
    const next = withPage(trail, { cursor: cursorAt(page), isEmpty });
    if ("problem" in next) return page;
    expect(next.recent.length).toBeLessThanOrEqual(64);
    trail = next;
  }
  return "all";
}

test.each([2, 3, 60])("a round of %i pages ends where its first cursor comes again", (length) => {
  expect(pagesOf((page) => `c${page % length}`)).toBe(length + 1);
});

test.each([65, 100, 700])("a round of %i pages ends although not all its cursors are kept", (length) => {
  expect(pagesOf((page) => `c${page % length}`)).toBeLessThan(5 * length);
});

test("a list without repetition is read whole, and one whose hook sets the same token", () => {
  expect(pagesOf((page) => `c${page}`)).toBe("all");
  expect(pagesOf(() => "more")).toBe("all");
});

test("pages without rows are read up to a limit, unless rows follow", () => {
  const read = (rowsAt: number) => {
    const follow = createPageTrail();
    for (let page = 1; page <= 1500; page++) follow({ cursor: `c${page}`, isEmpty: page % rowsAt !== 0 });
  };
  expect(() => read(900)).not.toThrow();
  expect(() => read(2000)).toThrow(/1,000 pages without rows/);
});

test("tokens are compared without their page number; those of another kind as they are", () => {
  const step = (page: number) => stepTo(writePageToken({ page, pageSize: 2, cursor: "c" }), isEmpty);
  expect(step(2)).toEqual(step(3));
  const path = writePageToken({ page: 2, pageSize: 2, cursor: "/people/2", isPath: true }, () => "sealed");
  expect(stepTo(path, isEmpty).cursor).toBe("/people/2");
  expect(stepTo("own", isEmpty).cursor).toBe("own");
});
