import { readFile } from "node:fs/promises";
import path from "node:path";
import { CHECKOUT } from "#server/checkout.ts";
import { withAddresses } from "./addresses.ts";
import { CONTENTS, DOCS_PATH, REFERENCE_PATH } from "./contents.ts";
import { type Page as ParsedPage, parseMarkdown } from "./markdown.ts";
import { pictureIn } from "./pictures.ts";

export type DocumentationPage = ParsedPage & { slug: string };

type Slug = (typeof CONTENTS)[number]["pages"][number];

/** Pages that people expect at the root of the repository. All others are in `docs/`, named after their slug. */
const AT_ROOT: { [slug in Slug]?: string } = { changelog: "CHANGELOG.md", contributing: "CONTRIBUTING.md" };

/** The file of each page, from the root of the repository. */
export const FILES: ReadonlyMap<string, string> = new Map(
  CONTENTS.flatMap(({ pages }) => pages).map((slug) => [slug, AT_ROOT[slug] ?? `docs/${slug}.md`]),
);

const ADDRESSES = new Map([
  ["README.md", DOCS_PATH],
  ...Array.from(FILES, ([slug, file]) => [file, `${DOCS_PATH}/${slug}`] as const),
]);

let read: Promise<DocumentationPage[]> | undefined;

/** All pages in reading order, read once per process. */
export const allPages = (): Promise<DocumentationPage[]> => {
  read ??= Promise.all(Array.from(FILES, readPage));
  return read;
};

async function readPage([slug, file]: readonly [string, string]): Promise<DocumentationPage> {
  const source = withAddresses(await readFile(path.join(CHECKOUT, file), "utf8"));
  try {
    return {
      slug,
      ...parseMarkdown(
        source,
        (target) => resolveLink(target, file),
        (target) => pictureIn(path.posix.join(path.posix.dirname(file), target)),
      ),
    };
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * The target address of a link in a file of the repository: in `docs/`, `formulas.md#steps` is `/docs/formulas#steps`.
 * Addresses of the product and external addresses are unchanged; other files have none.
 */
function resolveLink(target: string, file: string): string | undefined {
  if (/^(https?:|mailto:|#)/.test(target)) return target;
  if (target === "/elements/api-v2/openapi.json" || target === DOCS_PATH || target.startsWith(REFERENCE_PATH))
    return target;
  const [linked = "", anchor] = target.split("#");
  const address = ADDRESSES.get(path.posix.join(path.posix.dirname(file), linked));
  return address && (anchor === undefined ? address : `${address}#${anchor}`);
}
