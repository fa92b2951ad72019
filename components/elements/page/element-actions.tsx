"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, PenLine, SquareTerminal } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { DeleteButton } from "../../ui/delete-button.tsx";
import { downloadJson } from "../../ui/download-json.ts";
import { lazyDialog } from "../../ui/lazy-component.tsx";
import { OnOff } from "../../ui/on-off.tsx";
import { Failed } from "../../ui/states.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { ConnectLink } from "./connect-link.tsx";
import type { ElementFacts } from "./element-facts.ts";

const ShareDialog = lazyDialog(async () => (await import("./share-dialog.tsx")).ShareDialog);

/** The actions on an element. Users who may not change it are not offered to. */
export function ElementActions({ element }: { element: ElementFacts }) {
  const t = useTranslations("elements.page");
  const { id, address: elementKey, name, active, mayChange, mayClone } = element;
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const [isSharing, setIsSharing] = useState(false);
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries(trpc.elements.pathFilter()),
      queries.invalidateQueries(trpc.connection.catalog.pathFilter()),
    ]);
  const turn = useMutation(trpc.elements.switch.mutationOptions({ onSuccess: refresh }));
  const download = useMutation(
    trpc.elements.export.mutationOptions({ onSuccess: (exported) => downloadJson(exported.key, exported) }),
  );
  const clone = useMutation(
    trpc.elements.clone.mutationOptions({
      async onSuccess(copy) {
        await refresh();
        toast(t("cloned", { name: copy.name }), t("clonedDescription"));
        await openScreen(routeTo("element", { elementKey: copy.key }));
      },
    }),
  );
  const error = turn.error ?? download.error ?? clone.error;
  return (
    <div className="grid max-w-2xl justify-items-start gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <ConnectLink element={element} />
        {mayChange && (
          <LinkButton href={routeTo("build", { elementKey })}>
            <PenLine aria-hidden="true" className="size-4" /> {t("build")}
          </LinkButton>
        )}
        {mayChange && (
          <OnOff
            label={t("isActive", { name })}
            on={active}
            isBusy={turn.isPending}
            onChange={(on) => turn.mutate({ elementKey, on })}
          />
        )}
        <LinkButton kind="quiet" href={routeTo("explorer", { element: elementKey })}>
          <SquareTerminal aria-hidden="true" className="size-4" /> {t("explore")}
        </LinkButton>
        <Button kind="quiet" isBusy={download.isPending} onClick={() => download.mutate({ elementKey })}>
          <Download aria-hidden="true" className="size-4" /> {t("export")}
        </Button>
        {mayClone && (
          <Button isBusy={clone.isPending} onClick={() => clone.mutate({ elementKey })}>
            {t("clone")}
          </Button>
        )}
        {mayChange && (
          <>
            <LinkButton href={routeTo("importElement", { element: elementKey })}>{t("importAgain")}</LinkButton>
            <Button aria-haspopup="dialog" onClick={() => setIsSharing(true)}>
              {t("share")}
            </Button>
            <Remove element={element} />
            <ShareDialog key={id} element={element} open={isSharing} onOpenChange={setIsSharing} />
          </>
        )}
        <MayChange isExplained>{null}</MayChange>
      </div>
      {error && <Failed error={error} />}
    </div>
  );
}

const MOST_NAMED = 10;

function Remove({ element: { id, address: elementKey, name, connections } }: { element: ElementFacts }) {
  const t = useTranslations("elements.remove");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const holders = useQuery({
    ...trpc.connection.list.queryOptions({ elementId: id }),
    enabled: connections > 0,
  });
  const { mutate, error, isPending } = useMutation(
    trpc.elements.remove.mutationOptions({
      async onSuccess() {
        toast(t("done", { name }));
        await Promise.all([
          openScreen(routeTo("elements")),
          queries.invalidateQueries(trpc.elements.list.pathFilter()),
        ]);
      },
    }),
  );
  const named = holders.data?.items.slice(0, MOST_NAMED) ?? [];
  const others = connections - named.length;
  return (
    <DeleteButton
      name={name}
      kind={t("kind")}
      description={connections > 0 ? t("used", { count: connections }) : t("unused")}
      obstacles={
        connections > 0 && (
          <ul className="list-disc pl-5 text-sm">
            {named.map((connection) => (
              <li key={connection.id} className="[overflow-wrap:anywhere]">
                {connection.name}
              </li>
            ))}
            {others > 0 && <li className="text-muted">{t("more", { count: others })}</li>}
          </ul>
        )
      }
      isBusy={isPending}
      error={error}
      onDelete={() => mutate({ elementKey })}
    />
  );
}
