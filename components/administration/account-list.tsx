"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { NEXT_PAGE } from "../api/next-page.ts";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { Card, Page } from "../ui/page.tsx";
import { SearchedList, useSearch } from "../ui/searched-list.tsx";
import { Empty } from "../ui/states.tsx";
import { AccountRow } from "./account-row.tsx";
import { AdministrationPages } from "./administration-pages.tsx";

const AccountDialog = lazyDialog(async () => (await import("./account-dialog.tsx")).AccountDialog);

/** The accounts that an administrator manages. */
export function AccountList({ mayCreate }: { mayCreate: boolean }) {
  const t = useTranslations("administration.accounts");
  const trpc = useTRPC();
  const search = useSearch();
  const [isCreating, setIsCreating] = useState(false);
  const pages = useInfiniteQuery({
    ...trpc.account.list.infiniteQueryOptions({ search: search.search }, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={
        mayCreate && (
          <Button kind="primary" aria-haspopup="dialog" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden="true" className="size-4" /> {t("create")}
          </Button>
        )
      }
    >
      <AdministrationPages />
      <SearchedList
        label={t("search")}
        search={search}
        pages={pages}
        count={(count) => t("count", { count })}
        loading={t("loading")}
        notFound={(text) => t("notFound", { text: cutText(text, 100) })}
        empty={<Empty title={t("none")} />}
      >
        {(accounts) => (
          <Card className="overflow-hidden">
            <ul aria-label={t("title")} className="divide-y divide-line">
              {accounts.map((account) => (
                <AccountRow key={account.id} account={account} />
              ))}
            </ul>
          </Card>
        )}
      </SearchedList>
      <AccountDialog open={isCreating} onOpenChange={setIsCreating} />
    </Page>
  );
}
