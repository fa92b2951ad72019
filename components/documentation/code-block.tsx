import { useTranslations } from "next-intl";
import type { Code } from "#server/documentation/highlight.ts";
import { CopyButton } from "../ui/copy-button.tsx";

const COLORS = {
  comment: "text-muted",
  keyword: "text-step-script",
  string: "text-success",
  number: "text-step-filter",
  name: "text-accent",
  variable: "text-step-loop",
} as const;

/** Display names of languages. */
const LANGUAGES: Record<string, string> = {
  bash: "Terminal",
  sh: "Terminal",
  js: "JavaScript",
  json: "JSON",
  ts: "TypeScript",
};

/** A block of code with a copy button. `title` distinguishes it from other blocks on the page. */
export function CodeBlock({
  code: { language, text, spans },
  title,
  file,
}: {
  code: Code;
  title: string;
  file?: string;
}) {
  const t = useTranslations("documentation.code");
  const name = LANGUAGES[language];
  const label = name === undefined ? t("plain", { title }) : t("label", { title, language: name });
  return (
    <div className="mt-4 min-w-0 overflow-hidden rounded-xl border border-line bg-code">
      <div className="flex min-h-9 items-center justify-between gap-3 border-line border-b pr-1.5 pl-4">
        <span aria-hidden="true" className="text-muted text-xs" translate="no">
          {file ?? name}
        </span>
        <CopyButton text={text} label={label} />
      </div>
      {/* The block scrolls horizontally, so it must be focusable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section aria-label={label} tabIndex={0} className="overflow-x-auto px-4 py-3.5 text-[0.8125rem] leading-relaxed">
        <pre className="font-mono">
          <code>
            {spans.map(({ text: part, kind }, index) =>
              kind ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move.
                <span key={index} className={COLORS[kind]}>
                  {part}
                </span>
              ) : (
                part
              ),
            )}
          </code>
        </pre>
      </section>
    </div>
  );
}
