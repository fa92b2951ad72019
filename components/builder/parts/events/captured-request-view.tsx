"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "../../../ui/use-format.ts";
import type { CapturedRequest } from "./use-webhook-capture.ts";

const MOST_SHOWN = 20_000;

/** A request as it arrived: its body, and folded its headers and query. */
export function CapturedRequestView({ request, children }: { request: CapturedRequest; children: ReactNode }) {
  const t = useTranslations("builder.events.capture");
  const format = useFormat();
  const { headers, query } = request;
  const body = readable(request.body);
  const values = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const));
  return (
    <div className="grid min-w-0 gap-2">
      {body === "" ? (
        <p className="text-muted text-sm">{t("noBody")}</p>
      ) : (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          aria-label={t("body")}
          className="max-h-64 min-w-0 overflow-auto rounded-lg border border-line bg-surface p-3"
        >
          <pre className="whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
            {body.slice(0, MOST_SHOWN)}
          </pre>
        </section>
      )}
      {body.length > MOST_SHOWN && (
        <p className="text-muted text-xs">
          {t("cut", { shown: format.size(MOST_SHOWN), size: format.size(body.length) })}
        </p>
      )}
      <Values label={t("query", { count: values.length })} values={values} />
      <Values label={t("headers", { count: Object.keys(headers).length })} values={Object.entries(headers)} />
      <div className="flex justify-end">{children}</div>
    </div>
  );
}

function Values({ label, values }: { label: string; values: (readonly [name: string, value: string])[] }) {
  if (values.length === 0) return null;
  return (
    <details className="min-w-0 text-sm">
      <summary className="cursor-pointer py-1 text-muted hover:text-ink">{label}</summary>
      <dl className="mt-1 grid min-w-0 gap-x-4 gap-y-1 font-mono text-xs sm:grid-cols-[minmax(8rem,max-content)_minmax(0,1fr)]">
        {values.map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the values of one request stay as they are
          <div key={at} className="contents">
            <dt className="text-muted [overflow-wrap:anywhere]">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** JSON with line breaks, other text as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
