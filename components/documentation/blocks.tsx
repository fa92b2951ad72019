import { useTranslations } from "next-intl";
import { Fragment } from "react";
import type { Block, Inline } from "#server/documentation/markdown.ts";
import { CodeBlock } from "./code-block.tsx";
import { DocumentationLink } from "./documentation-link.tsx";

/** Renders the blocks of a page in order. */
export function Blocks({ blocks }: { blocks: Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a page's parts never move.
  return blocks.map((block, index) => <OneBlock key={index} block={block} />);
}

function OneBlock({ block }: { block: Block }) {
  switch (block.type) {
    case "heading":
      return <Heading block={block} />;
    case "paragraph":
      return (
        <p className="mt-4 leading-7">
          <Inlines parts={block.children} />
        </p>
      );
    case "list":
      return <List block={block} />;
    case "table":
      return <Table block={block} />;
    case "picture":
      return <Picture block={block} />;
    case "code":
      return <CodeBlock code={block.code} title={block.label} {...(block.file && { file: block.file })} />;
  }
}

type Of<Type extends Block["type"]> = { block: Extract<Block, { type: Type }> };

function Heading({ block: { depth, id, text, children } }: Of<"heading">) {
  const t = useTranslations("documentation.frame");
  const Tag = depth === 2 ? "h2" : "h3";
  return (
    <Tag
      id={id}
      className={`group/heading scroll-mt-6 font-semibold tracking-tight ${depth === 2 ? "mt-12 text-2xl" : "mt-8 text-lg"}`}
    >
      <Inlines parts={children} />
      <a
        href={`#${id}`}
        aria-label={t("linkTo", { title: text })}
        className="ml-2 rounded-sm px-1 font-normal text-muted opacity-0 hover:text-accent focus-visible:opacity-100 group-hover/heading:opacity-100"
      >
        #
      </a>
    </Tag>
  );
}

function List({ block: { isOrdered, items } }: Of<"list">) {
  const Tag = isOrdered ? "ol" : "ul";
  return (
    <Tag className={`mt-4 grid gap-2 pl-6 leading-7 marker:text-muted ${isOrdered ? "list-decimal" : "list-disc"}`}>
      {items.map((blocks, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries never move.
        <li key={index} className="pl-1 [&>p]:mt-0">
          <Blocks blocks={blocks} />
        </li>
      ))}
    </Tag>
  );
}

function Table({ block: { label, header, rows } }: Of<"table">) {
  const t = useTranslations("documentation.code");
  const isHeaded = header.some((cell) => cell.length > 0);
  return (
    // The table scrolls on its own, so it must be focusable by keyboard.
    <section
      aria-label={t("table", { title: label })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      className="mt-5 overflow-x-auto rounded-xl border border-line bg-surface"
    >
      <table className="w-full min-w-[34rem] border-collapse text-left text-sm [&_td:first-child_code]:whitespace-nowrap">
        {isHeaded && (
          <thead>
            <tr className="border-line border-b bg-code">
              {header.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
                <Cell key={index} parts={cell} Tag={cell.length > 0 ? "th" : "td"} />
              ))}
            </tr>
          </thead>
        )}
        <tbody className="divide-y divide-line">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move.
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
                <Cell key={column} parts={cell} Tag="td" />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Picture({ block: { src, alt, width, height } }: Of<"picture">) {
  return (
    <a href={src} className="mt-5 block rounded-xl">
      {/* biome-ignore lint/performance/noImgElement: the file is small and has its final size. */}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        className="h-auto w-full rounded-xl border border-line"
      />
    </a>
  );
}

function Cell({ parts, Tag }: { parts: Inline[]; Tag: "th" | "td" }) {
  const isHeader = Tag === "th";
  return (
    <Tag
      scope={isHeader ? "col" : undefined}
      className={`px-4 py-2.5 align-top leading-6 ${isHeader ? "font-semibold" : ""}`}
    >
      <Inlines parts={parts} />
    </Tag>
  );
}

const LINK = "rounded-sm text-accent underline decoration-accent/40 underline-offset-[3px] hover:decoration-accent";

function Inlines({ parts }: { parts: Inline[] }) {
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never move.
    return <Fragment key={index}>{inline(part)}</Fragment>;
  });
}

function inline(part: Inline) {
  switch (part.type) {
    case "text":
      return part.text;
    case "code":
      return (
        <code className="rounded-md bg-code px-1.5 py-0.5 font-mono text-[0.875em] [overflow-wrap:anywhere]">
          {part.text}
        </code>
      );
    case "strong":
      return (
        <strong className="font-semibold">
          <Inlines parts={part.children} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inlines parts={part.children} />
        </em>
      );
    case "link":
      return part.href.startsWith("/docs") ? (
        <DocumentationLink href={part.href} className={LINK}>
          <Inlines parts={part.children} />
        </DocumentationLink>
      ) : (
        <a href={part.href} className={LINK}>
          <Inlines parts={part.children} />
        </a>
      );
    case "break":
      return <br />;
  }
}
