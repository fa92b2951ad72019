"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SquareTerminal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { AgentAccess } from "../agents/agent-access.tsx";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { useEarly } from "../api/use-early.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { MayChange, useMayChange } from "../shell/may-change.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { DeleteButton } from "../ui/delete-button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { Link } from "../ui/link.tsx";
import { OnOff } from "../ui/on-off.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { BackToFormula } from "./back-to-formula.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { ConnectionFacts } from "./connection-facts.tsx";
import { ConnectionStatus } from "./connection-status.tsx";
import { Polling } from "./polling.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";

type Connection = RouterOutputs["connection"]["read"];

/** Shows one connection: its status, the formulas that use it, and how to reconnect it. */
export function ConnectionPage({ elementInstanceId }: { elementInstanceId: number }) {
  const t = useTranslations("connections");
  const titles = useTranslations("shell.titles");
  const back = { href: routeTo("connections"), label: t("list.title") };
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const mayChange = useMayChange();
  const { data: connection, error, refetch } = useQuery(trpc.connection.read.queryOptions({ elementInstanceId }));
  useEarly((early) => [
    early.prefetchQuery(trpc.connection.pollers.queryOptions({ elementInstanceId })),
    early.prefetchQuery(trpc.agent.read.queryOptions({ elementInstanceId })),
  ]);
  const refresh = () => queries.invalidateQueries(trpc.connection.pathFilter());
  const turn = useMutation(trpc.connection.switch.mutationOptions({ onSuccess: refresh }));
  if (!connection)
    return (
      <Page title={t("page.title", { id: String(elementInstanceId) })} back={back}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("page.loading")} />}
      </Page>
    );
  const { name, elementName, disabled } = connection;
  return (
    <Page
      title={name}
      kind={titles("connection")}
      back={back}
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <ConnectionStatus {...connection} />
          <span className="line-clamp-2 min-w-0" title={cutText(elementName, 500)}>
            {elementName}
          </span>
          <span className="font-mono text-xs">#{elementInstanceId}</span>
        </span>
      }
      actions={
        <>
          <BackToFormula elementInstanceId={elementInstanceId} />
          <LinkButton href={routeTo("explorer", { connection: elementInstanceId })}>
            <SquareTerminal aria-hidden="true" className="size-4" /> {t("page.explore")}
          </LinkButton>
          <OnOff
            label={t("page.isOn", { name })}
            on={!disabled}
            disabled={!mayChange}
            onChange={(on) => turn.mutate({ elementInstanceId, on })}
          />
          <MayChange isExplained>
            <Remove connection={connection} />
          </MayChange>
        </>
      }
    >
      {turn.error && <Failed error={turn.error} />}
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <MayChange>
          <section aria-labelledby="settings">
            <h2 id="settings" className="font-semibold text-xl tracking-tight">
              {t(connection.valid ? "page.settings" : "page.again")}
            </h2>
            <p className="mt-1 text-muted text-sm">{t("page.secrets")}</p>
            <p className="mt-1 mb-4">
              <DocsLink page="/events#webhooks">{t("page.events")}</DocsLink>
            </p>
            <Reconnect
              connection={connection}
              onConnected={async () => {
                await refresh();
                toast(t("page.connected", { name }), t("page.goesOn"));
              }}
              onRenamed={async (to) => {
                await refresh();
                toast(t("page.renamed", { name: to }));
              }}
            />
          </section>
        </MayChange>
        <div className="grid content-start gap-8">
          <section aria-labelledby="standing">
            <h2 id="standing" className="mb-4 font-semibold text-xl tracking-tight">
              {t("page.stands")}
            </h2>
            <ConnectionFacts connection={connection} />
          </section>
          <Polling elementInstanceId={elementInstanceId} />
          <AgentAccess subject={{ elementInstanceId }} />
          <section aria-labelledby="used-by">
            <h2 id="used-by" className="font-semibold text-xl tracking-tight">
              {t("page.usedBy")}
            </h2>
            <UsedBy connection={connection} />
          </section>
        </div>
      </div>
    </Page>
  );
}

type ReconnectProps = {
  connection: Connection;
  onConnected: () => Promise<void>;
  onRenamed: (name: string) => Promise<void>;
};

function Reconnect({ connection, onConnected, onRenamed }: ReconnectProps) {
  const t = useTranslations("connections.page");
  const trpc = useTRPC();
  const { elementKey, elementName } = connection;
  const { data, error, refetch } = useQuery({
    ...trpc.connection.form.queryOptions({ elementKey }),
    staleTime: 60_000,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what={t("loadingSettings")} />;
  return (
    <ConnectForm
      elementKey={elementKey}
      elementName={elementName}
      form={data}
      present={connection}
      onConnected={onConnected}
      onRenamed={onRenamed}
    />
  );
}

function UsedBy({ connection }: { connection: Connection }) {
  const t = useTranslations("connections.page");
  const [isReplacing, setIsReplacing] = useState(false);
  const { usedBy } = connection;
  if (usedBy.length === 0) return <p className="mt-3 text-muted text-sm">{t("unused")}</p>;
  return (
    <>
      <Card className="mt-4 overflow-hidden">
        <ul className="divide-y divide-line text-sm">
          {usedBy.map(({ id, name, formulaId, formulaName }) => (
            <li key={id} className="relative px-4 py-3 hover:bg-tint">
              <Link
                href={routeTo("formulaInstance", { formulaId, formulaInstanceId: id })}
                className="font-medium after:absolute after:inset-0"
              >
                {formulaName}
              </Link>
              <span className="block text-muted">{name}</span>
            </li>
          ))}
        </ul>
      </Card>
      <MayChange>
        <div className="mt-3">
          <Button aria-haspopup="dialog" onClick={() => setIsReplacing(true)}>
            {t("replace")}
          </Button>
        </div>
      </MayChange>
      <ReplaceDialog
        key={String(isReplacing)}
        connection={connection}
        open={isReplacing}
        onOpenChange={setIsReplacing}
      />
    </>
  );
}

function Remove({ connection: { id, name, usedBy } }: { connection: Connection }) {
  const t = useTranslations("connections.remove");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const { mutate, error, isPending } = useMutation(
    trpc.connection.remove.mutationOptions({
      onSuccess: async () => {
        toast(t("done", { name }));
        await Promise.all([
          openScreen(routeTo("connections")),
          queries.invalidateQueries(trpc.connection.list.pathFilter()),
          queries.invalidateQueries(trpc.connection.names.pathFilter()),
        ]);
      },
    }),
  );
  return (
    <DeleteButton
      name={name}
      kind={t("kind")}
      description={usedBy.length > 0 ? t("used", { count: usedBy.length }) : t("unused")}
      obstacles={
        usedBy.length > 0 && (
          <ul className="list-disc pl-5 text-sm">
            {usedBy.map((use) => (
              <li key={use.id}>
                {use.formulaName} <span className="text-muted">· {use.name}</span>
              </li>
            ))}
          </ul>
        )
      }
      isBusy={isPending}
      error={error}
      onDelete={() => mutate({ elementInstanceId: id })}
    />
  );
}
