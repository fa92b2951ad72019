import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Block, Inline } from "./markdown.ts";
import { allPages, FILES } from "./pages.ts";
import { PICTURES_FOLDER, readPicture } from "./pictures.ts";
import { readContents } from "./read-contents.ts";
import { readReference } from "./reference.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const sourceOf = (slug: string) => readFileSync(path.join(ROOT, FILES.get(slug) ?? slug), "utf8");
const pages = await allPages();

/** Pages that a command generates from test titles. */
const GENERATED = new Set(["specification-coverage"]);
const MOST_LINES = 250;

test("every page of docs/ has its place in the contents", () => {
  const files = readdirSync(path.join(ROOT, "docs"))
    .filter((file) => file !== path.basename(PICTURES_FOLDER))
    .map((file) => `docs/${file}`);
  expect([...FILES.values()].toSorted()).toEqual(["CHANGELOG.md", "CONTRIBUTING.md", ...files].toSorted());
});

test("every page starts with its subject, and is short enough to be read", async () => {
  for (const { pages: entries } of (await readContents()).readers)
    for (const { title, lead } of entries) expect(lead, title).toMatch(/\w/);
  for (const { slug } of pages.filter((page) => !GENERATED.has(page.slug)))
    expect(sourceOf(slug).split("\n").length, slug).toBeLessThanOrEqual(MOST_LINES);
});

test("links lead to pages and headings that exist", () => {
  const known = new Set([
    "/docs",
    "/docs/api-reference",
    "/elements/api-v2/openapi.json",
    "/docs/api-reference/errors",
    ...pages.flatMap(({ slug, blocks }) => [
      `/docs/${slug}`,
      ...blocks.flatMap((block) => (block.type === "heading" ? [`/docs/${slug}#${block.id}`] : [])),
    ]),
    ...readReference().map(({ slug }) => `/docs/api-reference/${slug}`),
  ]);
  for (const { slug, blocks } of pages)
    for (const href of blocks.flatMap(linksOfBlock)) {
      const target = href.startsWith("#") ? `/docs/${slug}${href}` : href;
      if (!/^https?:/.test(target)) expect(known, `${slug}: ${href}`).toContain(target);
    }
});

test("pages link to each other from the root of the repository and from docs/", () => {
  const linksOf = (slug: string) =>
    pages.filter((page) => page.slug === slug).flatMap(({ blocks }) => blocks.flatMap(linksOfBlock));
  expect(linksOf("contributing")).toEqual(expect.arrayContaining(["/docs/extending", "/docs/changelog"]));
  expect(linksOf("backup-and-upgrade")).toContain("/docs/changelog");
});

test("every picture is on a page, and small enough to load quickly", () => {
  const shown = pages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === "picture" ? [block] : [])));
  const names = shown.map(({ src }) => path.basename(src));
  expect(names.toSorted()).toEqual(readdirSync(path.join(ROOT, PICTURES_FOLDER)).toSorted());
  for (const { src, alt, width } of shown) {
    const bytes = readPicture(path.basename(src));
    expect(bytes?.length, src).toBeLessThanOrEqual(150 * 1024);
    expect(alt.split(" ").length, src).toBeGreaterThan(3);
    expect(width, src).toBeGreaterThan(300);
  }
});

test("no page names a file of the machine that it was written on", () => {
  for (const { slug } of pages) expect(sourceOf(slug)).not.toMatch(/\/(work|home|tmp)\//);
});

function linksOfBlock(block: Block): string[] {
  switch (block.type) {
    case "heading":
    case "paragraph":
      return links(block.children);
    case "list":
      return block.items.flat().flatMap(linksOfBlock);
    case "table":
      return [block.header, ...block.rows].flat().flatMap(links);
    case "code":
    case "picture":
      return [];
  }
}

const links = (parts: Inline[]): string[] =>
  parts.flatMap((part) => [
    ...(part.type === "link" ? [part.href] : []),
    ...("children" in part ? links(part.children) : []),
  ]);
