"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { Button } from "../../ui/button.tsx";
import { DeleteButton } from "../../ui/delete-button.tsx";
import { downloadJson } from "../../ui/download-json.ts";
import { isolated } from "../../ui/isolated.ts";
import { Failed } from "../../ui/states.tsx";
import { useToast } from "../../ui/toasts.tsx";

/** Exports and deletes a common resource. */
export function CommonResourceActions({ name }: { name: string }) {
  const t = useTranslations("common-resources.page");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const download = useMutation(
    trpc.commonResource.export.mutationOptions({ onSuccess: (exported) => downloadJson(exported.vdrName, exported) }),
  );
  const remove = useMutation(
    trpc.commonResource.remove.mutationOptions({
      async onSuccess() {
        toast(t("deleted", { name: isolated(name) }));
        await Promise.all([
          openScreen(routeTo("commonResources")),
          queries.invalidateQueries(trpc.commonResource.list.pathFilter()),
        ]);
      },
    }),
  );
  return (
    <>
      <Button kind="quiet" isBusy={download.isPending} onClick={() => download.mutate({ name })}>
        <Download aria-hidden="true" className="size-4" /> {t("export")}
      </Button>
      <MayChange>
        <DeleteButton
          name={name}
          kind={t("kind")}
          description={t("remove", { name: isolated(name) })}
          isBusy={remove.isPending}
          error={remove.error}
          onDelete={() => remove.mutate({ objectName: name, force: true })}
        />
      </MayChange>
      {download.error && <Failed error={download.error} />}
    </>
  );
}
