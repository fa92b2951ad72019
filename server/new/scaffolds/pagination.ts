import type { Scaffold } from "../scaffold.ts";

export const pagination: Scaffold = {
  kind: "pagination",
  summary: "A way in which providers divide lists into pages",
  example: "rowNumber",
  create: ({ camel, kebab }) => ({
    files: {
      [`server/element/pagination/${kebab}.ts`]: `
import { followingPage } from "#server/element/pagination/page.ts";
import { definePagination } from "#server/element/pagination/pagination-type.ts";

/** Pages by the number of their first row, from 1. */
export const ${camel} = definePagination({
  type: "${camel}",
  label: "${camel}",
  summary: "The provider counts from the number of the first row of a page.",
  valuesFor({ at }) {
    const first = String((at.page - 1) * at.pageSize + 1);
    return { page: first, offset: first };
  },
  next: followingPage,
});
`,
      [`server/element/pagination/${kebab}.test.ts`]: `
import { expect, test } from "vitest";
import { anElement, aProvider, callHub, parameter } from "#server/testing/fake-element-ports.ts";

test("the provider gets the number of the first row", async () => {
  const { requests, send } = aProvider({ body: [{ id: 1 }] });
  const parameters = [parameter("query offset -> query first"), parameter("query pageSize -> query count")];
  await callHub("GET /contacts?page=3&pageSize=50", {
    element: anElement([{ parameters }]),
    configuration: { "pagination.type": "${camel}" },
    ports: { send },
  });
  expect(new URL(requests[0]?.url ?? "").search).toBe("?first=101&count=50");
});
`,
    },
    rows: [
      {
        file: "server/element/pagination/registry.ts",
        list: "PAGINATION_TYPES = registry(",
        item: camel,
        from: `./${kebab}.ts`,
      },
    ],
    tests: [`server/element/pagination/${kebab}.test.ts`],
    next: [
      "Write the test of the request for a page, then `valuesFor`; and of the page after a response, then `next`.",
      "Elements choose it with `pagination.type`. Describe it in docs/elements.md.",
    ],
  }),
};
