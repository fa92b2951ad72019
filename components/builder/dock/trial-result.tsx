"use client";

import { Tabs } from "@base-ui/react/tabs";
import { useTranslations } from "next-intl";
import { Button } from "../../ui/button.tsx";
import { JsonTree } from "../../ui/json-tree.tsx";
import { HookRun } from "../hooks/hook-run.tsx";
import { Suggestions } from "./suggestions.tsx";
import type { Trial } from "./trial.ts";

type Exchange = Trial["exchanges"][number];

const TABS = ["result", "sent", "received", "hooks"] as const;

type Props = {
  trial: Trial;
  at: number;
  sent: unknown;
  /** Requests the next page; undefined if there is none. */
  onNextPage: (() => void) | undefined;
};

/** The response of a request, and each exchange with the provider behind it. */
export function TrialResult({ trial, at, sent, onNextPage }: Props) {
  const t = useTranslations("builder.dock");
  const { status, headers, body, milliseconds, pages, exchanges } = trial;
  const hooks = exchanges.flatMap((exchange) => exchange.hooks);
  return (
    <div className="grid min-w-0 gap-3">
      <p role="status" className="text-sm">
        <span className={`font-medium ${status < 400 ? "text-success" : "text-failure"}`}>{status}</span>{" "}
        <span className="text-muted">{t("facts", { milliseconds, pages, exchanges: exchanges.length })}</span>
      </p>
      {onNextPage && (
        <Button className="w-fit" onClick={onNextPage}>
          {t("nextPage")}
        </Button>
      )}
      <Suggestions trial={trial} at={at} sent={sent} />
      <Tabs.Root defaultValue={TABS[0]} className="min-w-0">
        <Tabs.List aria-label={t("resultTabs")} className="flex overflow-x-auto overflow-y-hidden border-line border-b">
          {TABS.map((tab) => (
            <Tabs.Tab
              key={tab}
              value={tab}
              className="-mb-px min-h-10 border-transparent border-b-2 px-2 text-muted text-sm hover:text-ink data-[active]:border-accent data-[active]:font-medium data-[active]:text-ink"
            >
              {t(`tabs.${tab}`)}
              {tab === "hooks" && hooks.length > 0 && <span className="ml-1 text-xs">{hooks.length}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="result" className="grid min-w-0 gap-2 py-3 font-mono text-[0.8125rem]">
          <JsonTree value={body} />
          <Headers headers={headers} />
        </Tabs.Panel>
        <Tabs.Panel value="sent" className="grid min-w-0 gap-4 py-3">
          {exchanges.map((exchange, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the exchanges of one request stay as they are
            <Message key={index} title={exchange.resource} line={lineOf(exchange)} of={exchange.request} />
          ))}
          {exchanges.length === 0 && <p className="text-muted text-sm">{t("nothingSent")}</p>}
        </Tabs.Panel>
        <Tabs.Panel value="received" className="grid min-w-0 gap-4 py-3">
          {exchanges.map((exchange, index) => (
            <Message
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              title={exchange.resource}
              line={
                exchange.response
                  ? t("replied", { status: exchange.response.status, milliseconds: exchange.milliseconds })
                  : (exchange.error ?? t("noResponse"))
              }
              of={exchange.response}
            />
          ))}
          {exchanges.length === 0 && <p className="text-muted text-sm">{t("nothingSent")}</p>}
        </Tabs.Panel>
        <Tabs.Panel value="hooks" className="grid min-w-0 gap-4 py-3">
          {hooks.map((hook, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <HookRun key={index} hook={hook} />
          ))}
          {hooks.length === 0 && <p className="text-muted text-sm">{t("noHooks")}</p>}
        </Tabs.Panel>
      </Tabs.Root>
    </div>
  );
}

const lineOf = ({ request }: Exchange): string => (request ? `${request.method} ${request.url}` : "");

type MessageProps = {
  title: string;
  line: string;
  of: { headers: Record<string, string>; body?: unknown } | null;
};

function Message({ title, line, of }: MessageProps) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-1.5 font-mono text-[0.8125rem]">
      <h3 className="text-muted text-xs">{title}</h3>
      <p className="break-words [overflow-wrap:anywhere]">{line}</p>
      {of && <Headers headers={of.headers} />}
      {of && of.body !== null && of.body !== undefined && <JsonTree value={of.body} />}
    </section>
  );
}

function Headers({ headers }: { headers: Record<string, string> }) {
  const t = useTranslations("builder.dock");
  const names = Object.keys(headers);
  if (names.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-muted text-xs">{t("headers", { count: names.length })}</summary>
      <dl className="mt-1 grid gap-0.5">
        {names.map((name) => (
          <div key={name} className="flex min-w-0 gap-2">
            <dt className="shrink-0 text-muted">{name}</dt>
            <dd className="min-w-0 break-words [overflow-wrap:anywhere]">{headers[name]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
