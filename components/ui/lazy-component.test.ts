import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Code that is loaded after the page; types are not loaded. */
const IMPORT = /(?<!typeof )\bimport\(/g;

/** Declarations that handle code that cannot be loaded. */
const HANDLED = /\blazy(?:Component|Dialog|Function)\(\s*async \(\) => \(await import\(/g;

/** Where something else handles it. */
const OTHERS: Readonly<Record<string, string>> = {
  "app/docs/documentation.ts": "on the server",
  "app/elements/api-v2/[[...path]]/route.ts": "on the server",
  "app/screen-handler.ts": "on the server",
  "components/messages/catalogs.ts": "on the server",
  "components/designer/open-designer.tsx": "by a query, which is repeated, and whose error the page shows",
  "components/imports/choose-definitions.tsx": "by a message in the form",
};

const countOf = (pattern: RegExp, source: string) => source.match(pattern)?.length ?? 0;

test("every import() of a screen handles code that cannot be loaded", () => {
  const files = globSync("{app,components}/**/*.{ts,tsx}").filter((file) => !file.includes(".test."));
  const sources = files.map((file): [string, string] => [file, readFileSync(file, "utf8")]);
  const loading = sources.filter(([, source]) => countOf(HANDLED, source) > 0);
  expect(loading.length).toBeGreaterThan(30);
  const unhandled = sources.flatMap(([file, source]) =>
    countOf(IMPORT, source) > countOf(HANDLED, source) ? [file] : [],
  );
  expect(unhandled.filter((file) => !(file in OTHERS))).toEqual([]);
});
