"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { Page } from "../../ui/page.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { MappingEditor } from "./mapping-editor.tsx";
import type { MappingOf } from "./model/mapping.tsx";

/** Loads a mapping once: work in progress is never refetched. */
export function OpenMapping({ of }: { of: MappingOf }) {
  const t = useTranslations("common-resources.mapping");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.commonResource.mapping.queryOptions(of),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data) return <MappingEditor key={JSON.stringify(of)} of={of} opened={data} />;
  const back = { href: routeTo("commonResource", { objectName: of.name }), label: of.name };
  return (
    <Page title={of.name} back={back}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("loading")} />}
    </Page>
  );
}
