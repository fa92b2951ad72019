"use client";

import { Tabs } from "@base-ui/react/tabs";
import { useTranslations } from "next-intl";
import type { RouterOutputs } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { JsonTree } from "../ui/json-tree.tsx";
import { Link } from "../ui/link.tsx";

export type Reply = RouterOutputs["explorer"]["send"];

const CODE = "min-w-0 font-mono text-[0.8125rem]";
const TAB =
  "-mb-px min-h-10 border-transparent border-b-2 px-2 text-muted text-sm hover:text-ink data-[active]:border-accent data-[active]:font-medium data-[active]:text-ink";

/** A response of the API: its status, body and headers, and the exchanges with the provider behind it. */
export function ResponseView({ reply }: { reply: Reply }) {
  const t = useTranslations("explorer.response");
  const copy = useTranslations("ui.copy");
  const { status, milliseconds, requestId, headers, text, isCut, exchanges } = reply;
  const names = Object.keys(headers);
  const tabs = ["body", "text", ...(exchanges.length > 0 ? (["compare"] as const) : []), "headers"] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm">
        <span className={`font-medium ${status < 400 ? "text-success" : "text-failure"}`}>{status}</span>
        <span className="text-muted">{t("facts", { milliseconds })}</span>
        {requestId && (
          <span className="flex min-w-0 items-center gap-1 text-muted text-xs">
            {t("requestId")}{" "}
            {exchanges.length > 0 ? (
              <Link
                href={routeTo("request", { requestId })}
                className="break-all font-mono text-accent hover:underline"
              >
                {requestId}
              </Link>
            ) : (
              <code className="break-all font-mono">{requestId}</code>
            )}
            <CopyButton text={requestId} label={copy("requestId")} />
          </span>
        )}
      </p>
      {exchanges[0] && (
        <p className="line-clamp-3 break-words text-muted text-xs [overflow-wrap:anywhere]">
          {t("sent")} <code className="font-mono">{lineOf(exchanges[0])}</code>
        </p>
      )}
      {status >= 400 && (
        <p className="text-sm">
          <DocsLink page={`/api-reference/errors#${status}`}>{t("errors", { status: String(status) })}</DocsLink>
        </p>
      )}
      {isCut && <p className="text-sm">{t("cut")}</p>}
      <Tabs.Root defaultValue={tabs[0]} className="min-w-0">
        <Tabs.List aria-label={t("views")} className="flex overflow-x-auto overflow-y-hidden border-line border-b">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab} className={TAB}>
              {t(`tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="body" className={`${CODE} py-3`}>
          <Body reply={reply} />
        </Tabs.Panel>
        <Tabs.Panel value="text" className="min-w-0 py-3">
          <Text text={text} />
        </Tabs.Panel>
        {exchanges.length > 0 && (
          <Tabs.Panel value="compare" className="grid min-w-0 gap-6 py-3 2xl:grid-cols-2">
            <section aria-label={t("ours")} className="min-w-0">
              <h4 className="mb-1.5 text-muted text-xs">{t("ours")}</h4>
              <div className={CODE}>
                <Body reply={reply} />
              </div>
            </section>
            <section aria-label={t("theirs")} className="grid min-w-0 content-start gap-4">
              <h4 className="-mb-2.5 text-muted text-xs">{t("theirs")}</h4>
              {exchanges.map((exchange) => (
                <div key={exchange.name} className={CODE}>
                  <p className="break-words [overflow-wrap:anywhere]">{lineOf(exchange)}</p>
                  <p className="text-muted">{String(exchange.response.code ?? exchange.response.error ?? "")}</p>
                  {typeof exchange.response.body === "string" && <Value text={exchange.response.body} />}
                </div>
              ))}
            </section>
          </Tabs.Panel>
        )}
        <Tabs.Panel value="headers" className={`${CODE} py-3`}>
          <dl className="grid gap-0.5">
            {names.map((name) => (
              <div key={name} className="flex min-w-0 gap-2">
                <dt className="max-w-[50%] shrink-0 break-words text-muted">{name}</dt>
                <dd className="min-w-0 break-words [overflow-wrap:anywhere]">{headers[name]}</dd>
              </div>
            ))}
          </dl>
        </Tabs.Panel>
      </Tabs.Root>
    </div>
  );
}

function Body({ reply: { text, isFile, headers } }: { reply: Reply }) {
  const t = useTranslations("explorer.response");
  if (isFile) return <p className="font-sans text-muted">{t("file", { type: headers["content-type"] ?? "" })}</p>;
  if (text === "") return <p className="font-sans text-muted">{t("empty")}</p>;
  return <Value text={text} />;
}

/** JSON as a tree, anything else as text. */
function Value({ text }: { text: string }) {
  const value = parsed(text);
  return typeof value === "object" && value !== null ? <JsonTree value={value} /> : <Text text={text} />;
}

const Text = ({ text }: { text: string }) => (
  <pre
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    tabIndex={0}
    className="max-h-[40rem] overflow-auto whitespace-pre-wrap font-mono text-[0.8125rem] [overflow-wrap:anywhere]"
  >
    {text}
  </pre>
);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Exchange = Reply["exchanges"][number];

const lineOf = ({ name, request }: Exchange): string =>
  typeof request.url === "string" ? `${String(request.method)} ${request.url}` : String(request.text ?? name);
