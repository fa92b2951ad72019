import { type MarkedToken, marked, type Token, type Tokens } from "marked";
import { type Code, highlight } from "./highlight.ts";
import type { Picture } from "./pictures.ts";

export type Inline =
  | { type: "text" | "code"; text: string }
  | { type: "strong" | "em"; children: Inline[] }
  | { type: "link"; href: string; children: Inline[] }
  | { type: "break" };

export type Block =
  | { type: "heading"; depth: 2 | 3; id: string; text: string; children: Inline[] }
  | { type: "paragraph"; children: Inline[] }
  | { type: "list"; isOrdered: boolean; items: Block[][] }
  | { type: "table"; label: string; header: Inline[][]; rows: Inline[][][] }
  | { type: "code"; label: string; code: Code; file?: string }
  | ({ type: "picture"; alt: string } & Picture);

/** A parsed page. `title` is its first heading, which is not among the blocks. */
export type Page = { title: string; blocks: Block[] };

/** Resolves the target of a link to an address of the site; undefined if the site has no such page. */
export type ResolveLink = (target: string) => string | undefined;

/** Resolves the target of a picture; undefined if the site has no such picture. */
export type ResolvePicture = (target: string) => Picture | undefined;

/** Parses the Markdown of a page. Throws on Markdown that the site has no component for. */
export function parseMarkdown(
  source: string,
  resolveLink: ResolveLink,
  resolvePicture: ResolvePicture = () => undefined,
): Page {
  const [first, ...rest] = marked.lexer(source) as MarkedToken[];
  if (first?.type !== "heading" || first.depth !== 1) throw new Error("A page begins with its title: `# Title`.");
  const title = plainText(inlines(first.tokens));
  const id = uniqueNames((name, count) => `${name}-${count}`);
  const label = uniqueNames((name, count) => `${name} (${count + 1})`);
  let section = title;
  return { title, blocks: blocks(rest) };

  function blocks(tokens: Token[]): Block[] {
    return (tokens as MarkedToken[]).flatMap((token): Block[] => {
      switch (token.type) {
        case "heading":
          return [heading(token)];
        case "paragraph":
        case "text":
          if (token.tokens?.length === 1 && token.tokens[0]?.type === "image")
            return [picture(token.tokens[0] as Tokens.Image)];
          return [{ type: "paragraph", children: inlines(token.tokens ?? []) }];
        case "list":
          return [{ type: "list", isOrdered: token.ordered, items: token.items.map((item) => blocks(item.tokens)) }];
        case "table":
          return [
            {
              type: "table",
              label: label(section),
              header: token.header.map((cell) => inlines(cell.tokens)),
              rows: token.rows.map((row) => row.map((cell) => inlines(cell.tokens))),
            },
          ];
        case "code":
          return [code(token)];
        case "space":
        case "def":
          return [];
        case "html":
          if (/^<!--[\s\S]*-->\s*$/.test(token.text)) return [];
      }
      throw new Error(`The documentation site cannot show this Markdown (${token.type}): ${token.raw.slice(0, 60)}`);
    });
  }

  /** A picture is in its own paragraph, and its text describes it. */
  function picture({ href, text }: Tokens.Image): Block {
    const found = resolvePicture(href);
    if (!found) throw new Error(`The documentation site has no picture ${href}.`);
    if (!text) throw new Error(`The picture ${href} needs a text that says what it shows.`);
    return { type: "picture", alt: text, ...found };
  }

  /** The info string has the language, the kind of test, and the name of the file to save the block as. */
  function code({ lang = "", text }: Tokens.Code): Block {
    const [language = "", ...words] = lang.split(" ");
    const file = words.find((word) => word.includes("."));
    return { type: "code", label: label(section), code: highlight(text, language), ...(file && { file }) };
  }

  function heading({ depth, tokens }: Tokens.Heading): Block {
    if (depth !== 2 && depth !== 3) throw new Error(`A page has headings of levels 2 and 3 only, not ${depth}.`);
    const children = inlines(tokens);
    const text = plainText(children);
    section = text;
    return { type: "heading", depth, id: id(anchor(text)), text, children };
  }

  function inlines(tokens: Token[]): Inline[] {
    return (tokens as MarkedToken[]).flatMap((token): Inline[] => {
      switch (token.type) {
        case "text":
        case "escape":
          return [{ type: "text", text: token.text }];
        case "codespan":
          return [codeSpan(token.text)];
        case "strong":
        case "em":
          return [{ type: token.type, children: inlines(token.tokens) }];
        case "link":
          return [link(token)];
        case "br":
          return [{ type: "break" }];
        case "html":
          if (token.text === "<br>") return [{ type: "break" }];
      }
      throw new Error(`The documentation site cannot show this Markdown (${token.type}): ${token.raw.slice(0, 60)}`);
    });
  }

  /** Inline code that is the path of a page links to it. */
  function codeSpan(text: string): Inline {
    const href = text.startsWith("/") ? resolveLink(text) : undefined;
    return href === undefined ? { type: "code", text } : { type: "link", href, children: [{ type: "code", text }] };
  }

  /** Files of the repository are not on the site: their name is shown without a link. */
  function link({ href: target, tokens }: Tokens.Link): Inline {
    const children = inlines(tokens);
    const href = resolveLink(target);
    return href === undefined ? { type: "code", text: plainText(children) } : { type: "link", href, children };
  }
}

export const plainText = (children: Inline[]): string =>
  children
    .map((child) => {
      if (child.type === "break") return " ";
      return "text" in child ? child.text : plainText(child.children);
    })
    .join("");

/** The anchor of a heading, as generated by GitHub, so that links work in both places. */
const anchor = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

/** Adds a counter to repeated anchors as GitHub does: `x`, `x-1`, `x-2`. */
function uniqueNames(change: (name: string, count: number) => string): (name: string) => string {
  const used = new Map<string, number>();
  return (name) => {
    const count = used.get(name) ?? 0;
    used.set(name, count + 1);
    return count === 0 ? name : change(name, count);
  };
}
