"use client";

import { Tabs } from "@base-ui/react/tabs";
import { useTranslations } from "next-intl";
import { JsonTree } from "../../ui/json-tree.tsx";
import { Suggestions } from "./suggestions.tsx";
import type { Trial } from "./trial.ts";

type Exchange = Trial["exchanges"][number];
type Hook = Exchange["hooks"][number];

const TABS = ["result", "sent", "received", "hooks"] as const;

/** The response of a request, and each exchange with the provider behind it. */
export function TrialResult({ trial, at, sent }: { trial: Trial; at: number; sent: unknown }) {
  const t = useTranslations("builder.dock");
  const { status, headers, body, milliseconds, pages, exchanges } = trial;
  const hooks = exchanges.flatMap((exchange) => exchange.hooks);
  return (
    <div className="grid min-w-0 gap-3">
      <p role="status" className="text-sm">
        <span className={`font-medium ${status < 400 ? "text-success" : "text-failure"}`}>{status}</span>{" "}
        <span className="text-muted">{t("facts", { milliseconds, pages, exchanges: exchanges.length })}</span>
      </p>
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

/** What a hook changed, and what it wrote. */
function HookRun({ hook }: { hook: Hook }) {
  const t = useTranslations("builder.dock");
  const changed = Object.keys({ ...hook.before, ...hook.after }).filter(
    (name) => JSON.stringify(hook.before[name]) !== JSON.stringify(hook.after[name]),
  );
  return (
    <section aria-label={hook.type} className="grid min-w-0 gap-1.5 text-sm">
      <h3 className="font-medium">
        {t(`hookLevels.${hook.level}`, { type: hook.type })}{" "}
        <span className="font-normal text-muted text-xs">{t("took", { milliseconds: hook.milliseconds })}</span>
      </h3>
      {hook.error && <p className="break-words text-failure">{hook.error}</p>}
      {changed.length === 0 && <p className="text-muted">{t("changedNothing")}</p>}
      {changed.map((name) => (
        <div key={name} className="grid min-w-0 gap-1 font-mono text-[0.8125rem]">
          <p className="text-muted text-xs">{name}</p>
          <div className="grid min-w-0 gap-2 sm:grid-cols-2">
            <Side title={t("before")} value={hook.before[name]} />
            <Side title={t("after")} value={hook.after[name]} />
          </div>
        </div>
      ))}
      {hook.log.length > 0 && (
        <pre className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-lg bg-code p-2 text-xs">
          {hook.log.join("\n")}
        </pre>
      )}
    </section>
  );
}

function Side({ title, value }: { title: string; value: unknown }) {
  return (
    <div className="min-w-0 rounded-lg border border-line p-2">
      <p className="text-muted text-xs">{title}</p>
      {value === undefined ? "–" : <JsonTree value={value} />}
    </div>
  );
}
