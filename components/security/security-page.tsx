"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { NEXT_PAGE } from "../api/next-page.ts";
import { useTRPC } from "../api/trpc.ts";
import { useEarly } from "../api/use-early.ts";
import { DocsLink } from "../ui/docs-link.tsx";
import { Page } from "../ui/page.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { ApiKeys } from "./api-keys.tsx";
import { Password } from "./password.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** The user's own API keys, password, second factor and sessions. Without a required second factor there is nothing else. */
export function SecurityPage() {
  const t = useTranslations("security");
  const titles = useTranslations("shell.titles");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.security.secondFactor.queryOptions());
  useEarly((queries) => [
    queries.prefetchInfiniteQuery(trpc.apiKey.list.infiniteQueryOptions({}, NEXT_PAGE)),
    queries.prefetchQuery(trpc.security.password.queryOptions()),
    queries.prefetchQuery(trpc.security.sessions.queryOptions()),
  ]);
  const isBlocked = data?.isRequired && !data.isOn;
  return (
    <Page
      title={titles("security")}
      description={
        <>
          {t("description")} <DocsLink page="/administration">{t("docs")}</DocsLink>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what={t("secondFactor.loading")} />}
        {data && !isBlocked && <ApiKeys />}
        {data && !isBlocked && <Password />}
        {data && <SecondFactor state={data} />}
        {data && !isBlocked && <Sessions />}
      </div>
    </Page>
  );
}
