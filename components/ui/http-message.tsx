"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { CopyButton } from "./copy-button.tsx";
import { JsonTree } from "./json-tree.tsx";
import { isLong, LongText } from "./long-text.tsx";

type Props = {
  /** Its label, such as `Response`. */
  name: string;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | undefined;
  /** False if its body is not recorded. */
  hasBody?: boolean;
};

/** The headers and the body of an HTTP message; a body in JSON is a tree, and of a long body the beginning is shown. */
export function HttpMessage({ name, headers = {}, body, hasBody = true }: Props) {
  const t = useTranslations("ui.http");
  const entries = Object.entries(headers);
  const json = useMemo(() => (body && !isLong(body) ? jsonIn(body) : undefined), [body]);
  const label = `${name}, ${t("body")}`;
  return (
    <section aria-label={name} className="grid min-w-0 gap-2">
      <div className="flex items-center justify-between gap-2">
        <p className="font-medium text-sm">{name}</p>
        {body && <CopyButton text={body} label={name} />}
      </div>
      {entries.length > 0 && (
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer text-accent">{t("headers", { count: entries.length })}</summary>
          <dl translate="no" className="mt-1 grid gap-1 font-mono text-[0.8125rem]">
            {entries.map(([header, value]) => (
              <div key={header} className="line-clamp-6 min-w-0 break-words [overflow-wrap:anywhere]">
                <dt className="inline text-muted">{`${header}: `}</dt>
                <dd className="inline">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {body && isLong(body) && (
        <LongText
          text={body}
          fileName={`${name}.txt`}
          frame={(shown) => (
            <Body label={label}>
              <Text>{shown}</Text>
            </Body>
          )}
        />
      )}
      {body && !isLong(body) && <Body label={label}>{json ? <JsonTree value={json} /> : <Text>{body}</Text>}</Body>}
      {!body && hasBody && <p className="text-muted text-sm">{t("empty")}</p>}
    </section>
  );
}

const Body = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore-start lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to get there
  <section
    aria-label={label}
    tabIndex={0}
    translate="no"
    className="max-h-80 overflow-auto rounded-lg border border-line bg-code p-3 font-mono text-[0.8125rem] leading-relaxed"
  >
    {children}
  </section>
  // biome-ignore-end lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to get there
);

const Text = ({ children }: { children: string }) => (
  <pre className="whitespace-pre-wrap break-words [overflow-wrap:anywhere]">{children}</pre>
);

function jsonIn(text: string | undefined): object | undefined {
  if (text === undefined || !/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
