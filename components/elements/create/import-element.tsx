"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FormError, Source } from "../../api/send-form.ts";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { Page } from "../../ui/page.tsx";
import { Failed } from "../../ui/states.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { ChooseSource } from "./choose-source.tsx";
import { ImportPreviewForm } from "./import-preview-form.tsx";
import { type ImportPreview, requestImport, requestPreview } from "./import-request.ts";

/** Imports the description of an API as a new element, or again into the element of this key. */
export function ImportElement({ elementKey }: { elementKey: string | undefined }) {
  const t = useTranslations("elements.import");
  const create = useTranslations("elements.create");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const [source, setSource] = useState<Source>();
  const [planned, setPlanned] = useState<ImportPreview>();
  const element = useQuery({
    ...trpc.elements.read.queryOptions({ elementKey: elementKey ?? "" }),
    enabled: elementKey !== undefined,
  });
  const preview = useMutation<ImportPreview, FormError, Source>({
    mutationFn: (chosen) => requestPreview({ source: chosen, elementKey }),
    onMutate: setSource,
    onSuccess(plan) {
      if (planned) toast(t("updated"));
      run.reset();
      setPlanned(plan);
    },
  });
  const run = useMutation<Awaited<ReturnType<typeof requestImport>>, FormError, { options: object; count: number }>({
    mutationFn({ options }) {
      if (!source) throw new Error("Nothing was chosen.");
      return requestImport({ source, elementKey, options });
    },
    async onSuccess({ id, key, name }, { count }) {
      await queries.invalidateQueries(trpc.elements.pathFilter());
      if (elementKey === undefined) toast(t("created", { name }), t("createdDescription", { count }));
      else toast(t("merged", { name }));
      await openScreen(routeTo("element", { elementKey: elementKey === undefined ? key : String(id) }));
    },
  });
  const isNew = elementKey === undefined;
  const name = element.data?.name ?? elementKey ?? "";
  const back = isNew
    ? { href: routeTo("newElement"), label: create("title") }
    : { href: routeTo("element", { elementKey }), label: name };
  return (
    <Page
      title={isNew ? t("title") : t("again", { name })}
      back={back}
      description={t(isNew ? "description" : "againDescription")}
    >
      <MayChange isExplained>
        {element.error ? (
          <Failed error={element.error} onRetry={() => void element.refetch()} />
        ) : planned ? (
          <ImportPreviewForm
            preview={planned}
            isNew={isNew}
            isBusy={run.isPending}
            error={preview.error ?? run.error}
            isStale={!isNew && !preview.error && run.error?.data?.field === "basedOn"}
            isUpdating={preview.isPending}
            onUpdate={() => source && preview.mutate(source)}
            onImport={(options, count) => run.mutate({ options, count })}
            onBack={() => {
              preview.reset();
              run.reset();
              setPlanned(undefined);
            }}
          />
        ) : (
          <ChooseSource
            isBusy={preview.isPending}
            error={preview.error}
            onChoose={(chosen) => preview.mutate(chosen)}
          />
        )}
      </MayChange>
    </Page>
  );
}
