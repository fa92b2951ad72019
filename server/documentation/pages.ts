import { readFile } from "node:fs/promises";
import path from "node:path";
import { CONTENTS, DOCS_PATH, REFERENCE_PATH } from "./contents.ts";
import { type Page as ParsedPage, parseMarkdown } from "./markdown.ts";

export type DocumentationPage = ParsedPage & { slug: string };

const FOLDER = path.join(import.meta.dirname, "../../docs");
const SLUGS = new Set<string>(CONTENTS.flatMap(({ pages }) => pages));

let read: Promise<DocumentationPage[]> | undefined;

/** All pages in reading order, read from `docs/` once per process. */
export const allPages = (): Promise<DocumentationPage[]> => {
  read ??= Promise.all([...SLUGS].map(readPage));
  return read;
};

async function readPage(slug: string): Promise<DocumentationPage> {
  const source = await readFile(path.join(FOLDER, `${slug}.md`), "utf8");
  try {
    return { slug, ...parseMarkdown(source, resolveLink) };
  } catch (error) {
    throw new Error(`docs/${slug}.md: ${error instanceof Error ? error.message : error}`);
  }
}

/** `formulas.md#steps` is `/docs/formulas#steps`; addresses of the product and external addresses are unchanged. */
export function resolveLink(target: string): string | undefined {
  if (/^(https?:|mailto:|#)/.test(target)) return target;
  if (target === "/elements/api-v2/openapi.json" || target === DOCS_PATH || target.startsWith(REFERENCE_PATH))
    return target;
  if (target === "../README.md") return DOCS_PATH;
  const [, slug = "", anchor = ""] = /^([a-z-]+)\.md(#.*)?$/.exec(target) ?? [];
  return SLUGS.has(slug) ? `${DOCS_PATH}/${slug}${anchor}` : undefined;
}
