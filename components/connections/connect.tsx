"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Page } from "../ui/page.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { useWayBack } from "./use-way-back.ts";

/** Connects an account of one element. */
export function Connect({ elementKey }: { elementKey: string }) {
  const t = useTranslations("connections.connect");
  const titles = useTranslations("shell.titles");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const wayBack = useWayBack();
  const form = useQuery({ ...trpc.connection.form.queryOptions({ elementKey }), staleTime: 60_000 });
  const catalog = useQuery({ ...trpc.connection.catalog.queryOptions(), staleTime: 60_000 });
  const element = catalog.data?.elements.find(({ id, key }) => key === elementKey || String(id) === elementKey);
  const title = t("title", { name: element?.name ?? elementKey });

  async function connected(id: number) {
    await queries.invalidateQueries(trpc.connection.pathFilter());
    toast(t("connected", { name: element?.name ?? t("anyAccount") }), t("connectedDescription"));
    await openScreen(routeTo("connection", { elementInstanceId: id, ...wayBack }));
  }

  return (
    <Page
      title={title}
      kind={titles("connect")}
      back={{ href: routeTo("catalog", wayBack), label: t("all") }}
      description={element?.description}
    >
      {element?.isDeprecated && (
        <p role="note" className="mb-6 max-w-2xl rounded-xl border border-waiting bg-surface px-4 py-3 text-sm">
          {t("deprecated")} <span className="[overflow-wrap:anywhere]">{element.replacement}</span>
        </p>
      )}
      {form.data ? (
        <MayChange isExplained>
          <ConnectForm
            elementKey={elementKey}
            elementName={element?.name ?? elementKey}
            form={form.data}
            onConnected={connected}
          />
        </MayChange>
      ) : form.error ? (
        <Failed error={form.error} onRetry={() => void form.refetch()} />
      ) : (
        <Loading what={t("loading")} />
      )}
    </Page>
  );
}
