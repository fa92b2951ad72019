import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "../..");

/** The pages whose code blocks are recipes. */
const PAGES = [
  "docs/extending.md",
  "docs/extending-elements.md",
  "docs/extending-checks.md",
  "docs/extending-bulk.md",
  "docs/extending-common-resources.md",
  "docs/import.md",
];

/** One code block of a page: a file to add, or a change of one that exists. */
type Block = { page: string; isChange: boolean; file: string; code: string };

const TEXTS = PAGES.map((page) => ({ page, text: readFileSync(path.join(ROOT, page), "utf8") }));

export const BLOCKS: readonly Block[] = TEXTS.flatMap(({ page, text }) =>
  [...text.matchAll(/^```(tsx?|diff) (\S+)\n(.*?)^```$/gms)].map(([, language = "", file = "", code = ""]) => ({
    page,
    isChange: language === "diff",
    file,
    code,
  })),
);

/** The files that recipes add. */
export const ADDED = BLOCKS.filter(({ isChange }) => !isChange).map(({ file }) => file);

/** The files that recipes change. */
export const CHANGED = BLOCKS.filter(({ isChange }) => isChange).map(({ file }) => file);

/** The test files that the pages name for what was added. */
export const NAMED_TESTS: readonly string[] = TEXTS.flatMap(({ text }) =>
  [...text.matchAll(/^npx vitest run (.*?)(?: {3}#.*)?$/gm)].flatMap(([, files = ""]) => files.split(" ")),
);

/** Follows all recipes in the checkout at `root`. */
export function followRecipes(root: string): void {
  for (const block of BLOCKS) {
    const target = path.join(root, block.file);
    const text = block.isChange ? changed(readFileSync(target, "utf8"), block) : block.code;
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/**
 * The text after a change: lines that begin with a blank must exist, in this order; `-` lines are removed and `+` lines
 * are added.
 */
function changed(text: string, { page, file, code }: Block): string {
  const lines = text.split("\n");
  let at = 0;
  for (const line of code.trimEnd().split("\n")) {
    const [sign, content] = [line[0], line.slice(1)];
    if (sign === "+") lines.splice(at++, 0, content);
    else {
      const found = lines.indexOf(content, at);
      if (found < 0) throw new Error(`${page}: ${file} has no line "${content}" to change.`);
      at = found;
      if (sign === "-") lines.splice(at, 1);
      else at++;
    }
  }
  return lines.join("\n");
}
