import { CONTENTS, DOCS_PATH, REFERENCE_PATH, type Reader } from "./contents.ts";
import { plainText } from "./markdown.ts";
import { allPages } from "./pages.ts";
import { readReference } from "./reference.ts";

/** A page in lists; `lead` is its first sentence. */
export type PageEntry = { href: string; title: string; lead: string };

export type Contents = {
  readers: { reader: Reader; pages: PageEntry[] }[];
  reference: PageEntry[];
};

/** All pages grouped by audience, and those of the API reference. */
export async function readContents(): Promise<Contents> {
  const pages = new Map((await allPages()).map((page) => [page.slug, page]));
  return {
    readers: CONTENTS.map(({ reader, pages: slugs }) => ({
      reader,
      pages: slugs.flatMap((slug) => {
        const page = pages.get(slug);
        return page ? [{ href: `${DOCS_PATH}/${slug}`, title: page.title, lead: leadOf(page.blocks) }] : [];
      }),
    })),
    reference: readReference().map(({ slug, name, description }) => ({
      href: `${REFERENCE_PATH}/${slug}`,
      title: name,
      lead: description,
    })),
  };
}

function leadOf([first]: Awaited<ReturnType<typeof allPages>>[number]["blocks"]): string {
  if (first?.type !== "paragraph") return "";
  const text = plainText(first.children);
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text.replace(/:$/, ".");
}
