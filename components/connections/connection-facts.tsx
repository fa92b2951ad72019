"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Card } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed } from "../ui/states.tsx";

type Connection = RouterOutputs["connection"]["read"];

/** Status with its reason, recent requests, and the API token. */
export function ConnectionFacts({ connection: { id, standing, days = 0, calls } }: { connection: Connection }) {
  const t = useTranslations("connections");
  return (
    <Card className="divide-y divide-line text-sm">
      {standing !== "works" && <p className="px-4 py-3">{t(`causes.${standing}`, { days })}</p>}
      <dl className="grid gap-3 px-4 py-3">
        <Fact label={t("facts.good")}>{calls.good ? <Call call={calls.good} /> : t("facts.none")}</Fact>
        <Fact label={t("facts.bad")}>{calls.bad ? <Call call={calls.bad} /> : t("facts.none")}</Fact>
      </dl>
      <MayChange>
        <Token elementInstanceId={id} />
      </MayChange>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Call({
  call: { at, status, words: description, requestId },
}: {
  call: NonNullable<Connection["calls"]["good"]>;
}) {
  const t = useTranslations("connections.facts");
  const copy = useTranslations("ui.copy");
  return (
    <>
      {t.rich("replied", { when: () => <RelativeTime at={at} />, status: String(status) })}
      <span className="block break-all font-mono text-muted text-xs">{description}</span>
      {status >= 400 && (
        <span className="flex items-center gap-1 text-muted text-xs">
          {t("request")} <code className="break-all font-mono">{requestId}</code>
          <CopyButton text={requestId} label={copy("requestId")} />
        </span>
      )}
    </>
  );
}

/** The token of the connection for API clients; loaded only when it is shown. */
function Token({ elementInstanceId }: { elementInstanceId: number }) {
  const t = useTranslations("connections.facts");
  const trpc = useTRPC();
  const { mutate, reset, data, error, isPending } = useMutation(trpc.connection.token.mutationOptions({ gcTime: 0 }));
  return (
    <div className="px-4 py-3">
      <div className="flex items-center justify-between gap-2">
        <div className="min-w-0">
          <h3 className="text-muted text-xs">{t("token")}</h3>
          <p className="mt-0.5 break-all font-mono text-[0.8125rem]">{data?.token ?? "••••••••••••"}</p>
        </div>
        {data && <CopyButton text={data.token} label={t("copyToken")} />}
      </div>
      <Button
        kind="quiet"
        className="-ml-4"
        isBusy={isPending}
        onClick={() => (data ? reset() : mutate({ elementInstanceId }))}
      >
        {t(data ? "hide" : "show")}
      </Button>
      {error && <Failed error={error} />}
      <p className="text-muted text-xs">{t("tokenDescription")}</p>
    </div>
  );
}
