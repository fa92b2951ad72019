import { expect, test } from "vitest";
import { parseMarkdown, plainText } from "./markdown.ts";

const links: Record<string, string> = { "formulas.md#steps": "/docs/formulas#steps", "/docs": "/docs" };
const parse = (body: string) => parseMarkdown(`# Title\n\n${body}`, (target) => links[target]).blocks;
const text = (value: string) => ({ type: "text", text: value });

test.each([
  ["a paragraph", "Some *em* and **strong** text.", "paragraph"],
  ["a list", "- one\n- two", "list"],
  ["an ordered list", "1. one\n2. two", "list"],
  ["a table", "| a | b |\n|---|---|\n| 1 | 2 |", "table"],
  ["code", "```json\n{}\n```", "code"],
])("%s is a block", (_, source, type) => {
  expect(parse(source)).toMatchObject([{ type }]);
});

test("the first heading is the title, the others have anchors as GitHub makes them", () => {
  const { title, blocks } = parseMarkdown(
    "# A `b` c\n\n## What it's *for*: us\n\n### Twice\n\n### Twice",
    () => undefined,
  );
  expect(title).toBe("A b c");
  expect(blocks).toMatchObject([
    { depth: 2, id: "what-its-for-us", text: "What it's for: us" },
    { depth: 3, id: "twice" },
    { depth: 3, id: "twice-1" },
  ]);
});

test.each([
  ["of a page lead to its address", "[x](formulas.md#steps)", { type: "link", href: "/docs/formulas#steps" }],
  ["of a file of the repository become code", "[x](../server/x.ts)", { type: "code", text: "x" }],
  ["in code lead there, if it is an address of the site", "`/docs`", { type: "link", href: "/docs" }],
  ["in other code stay code", "`/formulas`", { type: "code", text: "/formulas" }],
])("links %s", (_, source, part) => {
  expect(parse(source)).toMatchObject([{ type: "paragraph", children: [part] }]);
});

test("code has its language, its file and its pieces; how it is tested stays out", () => {
  const [block] = parse('## Save\n\n```json formula x.json\n{ "a": 1 }\n```').slice(1);
  expect(block).toMatchObject({ label: "Save", file: "x.json", code: { language: "json", text: '{ "a": 1 }' } });
  if (block?.type !== "code") throw new Error();
  expect(block.code.spans.map((span) => span.text).join("")).toBe(block.code.text);
  expect(block.code.spans).toContainEqual({ text: "1", kind: "number" });
});

test("blocks of one section have labels that differ", () => {
  expect(parse("```sh\na\n```\n\n```sh\nb\n```")).toMatchObject([{ label: "Title" }, { label: "Title (2)" }]);
});

test("HTML is text where it is in code, a line break, or refused", () => {
  expect(parse("a<br>b")).toMatchObject([{ children: [text("a"), { type: "break" }, text("b")] }]);
  expect(parse("`<script>`")).toMatchObject([{ children: [{ type: "code", text: "<script>" }] }]);
  expect(parse("<!-- nothing -->\n\nText")).toMatchObject([{ type: "paragraph" }]);
  for (const html of ["<script>alert(1)</script>", 'a <img src="x"> b', "<div>\n\nx\n\n</div>"])
    expect(() => parse(html), html).toThrow("cannot show this Markdown (html)");
});

test("a picture has its address, its size and a text, and stands alone", () => {
  const picture = { src: "/docs/pictures/y.webp", width: 800, height: 500 };
  const parsed = (body: string) =>
    parseMarkdown(
      `# Title\n\n${body}`,
      () => undefined,
      () => picture,
    ).blocks;
  expect(parsed("![The list](y.webp)")).toEqual([{ type: "picture", alt: "The list", ...picture }]);
  expect(() => parsed("![](y.webp)")).toThrow("needs a text");
  expect(() => parsed("Text ![The list](y.webp)")).toThrow("cannot show this Markdown (image)");
  expect(() => parse("![The list](nowhere.webp)")).toThrow("no picture nowhere.webp");
});

test.each(["#### Four", "> quoted", "---", "~~gone~~"])("%s is refused: the site has no look for it", (source) => {
  expect(() => parse(source)).toThrow();
});

test("the text of parts is the visible text", () => {
  const [block] = parse("A `code`, [link](/docs) and **strong *both***.");
  if (block?.type !== "paragraph") throw new Error();
  expect(plainText(block.children)).toBe("A code, link and strong both.");
});
