"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { usePortLabel } from "../definitions/use-port-label.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Facts } from "../ui/facts.tsx";
import { JsonTree } from "../ui/json-tree.tsx";
import { MethodBadge } from "../ui/method-badge.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed, Loading } from "../ui/states.tsx";

type Opened = { formulaId: number; formulaTestId: number };
type Props = Opened & { name: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Shows what a test has recorded: its input, the steps that it expects, and the requests with their responses. */
export function TestDialog({ name, open, onOpenChange, ...test }: Props) {
  const t = useTranslations("formula-tests.opened");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={name} description={t("description")}>
      <Recording {...test} />
    </Dialog>
  );
}

function Recording(test: Opened) {
  const t = useTranslations("formula-tests.opened");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.formulaTest.open.queryOptions(test));
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what={t("loading")} />;
  const { at, trigger, config, expected, exchanges, ignore } = data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 text-sm">
      <Facts
        facts={[
          [t("at"), <RelativeTime key="at" at={at} />],
          [t("status"), t(`statuses.${expected.status}`)],
        ]}
      />
      <Part title={t("trigger")}>
        <JsonTree value={trigger} />
      </Part>
      {Object.keys(config).length > 0 && (
        <Part title={t("variables")}>
          <JsonTree value={config} />
        </Part>
      )}
      <Part title={t("steps")}>
        <Several label={t("steps")} of={expected.steps} none={t("noSteps")}>
          {(step) => <Step step={step} />}
        </Several>
      </Part>
      <Part title={t("requests")}>
        <Several label={t("requests")} of={exchanges} none={t("noRequests")}>
          {(exchange) => <Exchange exchange={exchange} />}
        </Several>
      </Part>
      {ignore.length > 0 && (
        <Part title={t("ignored")}>
          <Several label={t("ignored")} of={ignore} none="">
            {(place) => <code className="[overflow-wrap:anywhere]">{place}</code>}
          </Several>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 font-medium">{title}</h3>
      {children}
    </section>
  );
}

const MOST_SHOWN = 50;

type SeveralProps<Item> = {
  label: string;
  of: readonly Item[];
  none: string;
  children: (item: Item) => ReactNode;
};

/** A list, of which a part is shown at first. */
function Several<Item>({ label, of, none, children }: SeveralProps<Item>) {
  const t = useTranslations("ui.tree");
  const [shown, setShown] = useState(MOST_SHOWN);
  if (of.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <>
      <ol aria-label={label} className="divide-y divide-line rounded-xl border border-line">
        {of.slice(0, shown).map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a recording does not change, and a step occurs in it repeatedly.
          <li key={at} className="min-w-0 px-3 py-2">
            {children(item)}
          </li>
        ))}
      </ol>
      {of.length > shown && (
        <button
          type="button"
          className="min-h-6 text-accent hover:underline"
          onClick={() => setShown(shown + MOST_SHOWN)}
        >
          {t("more", { count: of.length - shown })}
        </button>
      )}
    </>
  );
}

type Test = RouterOutputs["formulaTest"]["open"];

const SUMMARY = "flex min-h-6 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1";

function Step({ step: { path, step, took, output, error } }: { step: Test["expected"]["steps"][number] }) {
  const t = useTranslations("formula-tests.opened");
  const portLabel = usePortLabel();
  return (
    <details>
      <summary className={SUMMARY}>
        <span className="font-medium [overflow-wrap:anywhere]">
          {path === "" ? step : `${path.replace(/^\//, "")}/${step}`}
        </span>
        <span className={took === "onSuccess" ? "text-muted" : "text-failure"}>
          {took === "retry" ? t("statuses.retry") : portLabel("", took)}
        </span>
      </summary>
      <div className="mt-2 min-w-0">
        {error !== undefined && <p className="text-failure [overflow-wrap:anywhere]">{error}</p>}
        {output === undefined ? <p className="text-muted">{t("anything")}</p> : <JsonTree value={{ output }} />}
      </div>
    </details>
  );
}

function Exchange({
  exchange: { step, request, response, error, retries = 0 },
}: {
  exchange: Test["exchanges"][number];
}) {
  const t = useTranslations("formula-tests.opened");
  return (
    <details>
      <summary className={SUMMARY}>
        <MethodBadge method={request.method} />
        <span translate="no" className="min-w-0 flex-1 break-all">
          {request.address}
        </span>
        {response && <span className="text-muted">{t("code", { code: String(response.code) })}</span>}
      </summary>
      <div className="mt-2 grid min-w-0 gap-2">
        <p className="text-muted">
          {t("sentBy", { step })} {retries > 0 && t("retries", { count: retries })}
        </p>
        {error !== undefined && <p className="text-failure [overflow-wrap:anywhere]">{error}</p>}
        {response && <JsonTree value={{ headers: response.headers, body: response.body ?? null }} />}
      </div>
    </details>
  );
}
