import MiniSearch from "minisearch";
import { DOCS_PATH, REFERENCE_PATH } from "./contents.ts";
import { type Block, plainText } from "./markdown.ts";
import { allPages } from "./pages.ts";
import { readReference } from "./reference.ts";

/** A searchable part of a page. `page` and `section` are its headings. */
type Section = { id: string; page: string; section: string; text: string };

export type Found = { href: string; page: string; section: string; excerpt: string };

const MOST_FOUND = 12;
const MOST_CHARACTERS = 200;
const EXCERPT = 140;

let index: Promise<MiniSearch<Section>> | undefined;

/** The sections of the documentation that match all words of a text, best first. */
export async function searchDocumentation(text: string): Promise<Found[]> {
  index ??= createIndex();
  const found = (await index).search(text.slice(0, MOST_CHARACTERS));
  return found.slice(0, MOST_FOUND).map(({ id, page, section, text: whole, terms }) => ({
    href: id,
    page,
    section,
    excerpt: excerpt(whole, [text.trim().toLowerCase(), ...terms]),
  }));
}

async function createIndex(): Promise<MiniSearch<Section>> {
  const search = new MiniSearch<Section>({
    fields: ["section", "page", "text"],
    storeFields: ["page", "section", "text"],
    searchOptions: {
      boost: { section: 4, page: 3 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
      combineWith: "AND",
    },
  });
  const pages = (await allPages()).flatMap(({ slug, title, blocks }) =>
    sectionsOf(`${DOCS_PATH}/${slug}`, title, blocks),
  );
  const operations = readReference().flatMap(({ slug, name, operations }) =>
    operations.map(({ id, method, path, summary, description = "" }) => ({
      id: `${REFERENCE_PATH}/${slug}#${id}`,
      page: `API reference: ${name}`,
      section: summary,
      text: `${method} ${path} ${description}`.trim(),
    })),
  );
  await search.addAllAsync([...pages, ...operations]);
  return search;
}

function sectionsOf(href: string, page: string, blocks: Block[]): Section[] {
  const sections: Section[] = [{ id: href, page, section: page, text: "" }];
  for (const block of blocks) {
    if (block.type === "heading") sections.push({ id: `${href}#${block.id}`, page, section: block.text, text: "" });
    else {
      const last = sections.at(-1);
      if (last) last.text += `${textOf(block)} `;
    }
  }
  return sections;
}

function textOf(block: Block): string {
  switch (block.type) {
    case "heading":
      return block.text;
    case "code":
      return block.code.text;
    case "picture":
      return block.alt;
    case "paragraph":
      return plainText(block.children);
    case "list":
      return block.items.flat().map(textOf).join(" ");
    case "table":
      return [block.header, ...block.rows].map((row) => row.map(plainText).join(" ")).join(" ");
  }
}

/** An excerpt of a text around the first of the terms that occurs in it. */
function excerpt(text: string, terms: string[]): string {
  const at = terms.map((term) => text.toLowerCase().indexOf(term)).find((place) => place >= 0) ?? 0;
  const from = at > EXCERPT / 2 ? text.indexOf(" ", at - EXCERPT / 2) + 1 : 0;
  const part = text.slice(from, from + EXCERPT).trim();
  return `${from > 0 ? "… " : ""}${part}${from + EXCERPT < text.length ? " …" : ""}`;
}
