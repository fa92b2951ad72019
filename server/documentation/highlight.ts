import { common, createLowlight } from "lowlight";

/** Source code in a language, split into pieces for highlighting. */
export type Code = { language: string; text: string; spans: Span[] };

/** A piece of code; `kind` says what it is, such as `string`, and is absent for ordinary text. */
export type Span = { text: string; kind?: Kind };
type Kind = "comment" | "keyword" | "string" | "number" | "name" | "variable";

const lowlight = createLowlight(common);

/** The classes of highlight.js that have a color on the site. */
const KINDS: Record<string, Kind> = {
  "hljs-comment": "comment",
  "hljs-keyword": "keyword",
  "hljs-literal": "number",
  "hljs-number": "number",
  "hljs-string": "string",
  "hljs-regexp": "string",
  "hljs-attr": "name",
  "hljs-title": "name",
  "hljs-built_in": "keyword",
  "hljs-variable": "variable",
  "hljs-subst": "variable",
};

type Node = { type: string; value?: string; properties?: { className?: unknown }; children?: Node[] };

/** Splits code into pieces; code in an unknown language is a single piece. */
export function highlight(text: string, language: string): Code {
  const isKnown = lowlight.registered(language);
  return {
    language,
    text,
    spans: isKnown ? spans(lowlight.highlight(language, text) as Node, undefined) : [{ text }],
  };
}

function spans({ value, properties, children = [] }: Node, outer: Kind | undefined): Span[] {
  if (value !== undefined) return [{ text: value, ...(outer && { kind: outer }) }];
  const names = Array.isArray(properties?.className) ? properties.className : [];
  const kind = names.map((name) => KINDS[String(name)]).find(Boolean) ?? outer;
  return children.flatMap((child) => spans(child, kind));
}
