"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { NEXT_PAGE } from "../api/next-page.ts";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { ListSearch } from "../ui/list-search.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card, Page } from "../ui/page.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { useDebounced } from "../ui/use-debounced.ts";
import { OpenInvitations } from "./open-invitations.tsx";
import { ROLE_KEYS } from "./role-keys.ts";
import { useFilters } from "./use-filters.ts";
import { UserRow } from "./user-row.tsx";

const InviteDialog = lazyDialog(async () => (await import("../invite/invite-dialog.tsx")).InviteDialog);

const STATUSES = ["active", "inactive"] as const;

/** The users whom an administrator manages. */
export function UserList({ mayInvite }: { mayInvite: boolean }) {
  const t = useTranslations("administration.users");
  const common = useTranslations("administration");
  const trpc = useTRPC();
  const { read, readId, narrow, clear, isNarrowed } = useFilters();
  const list = useRef<HTMLDivElement>(null);
  const [isInviting, setIsInviting] = useState(false);
  const [text, setText] = useState(read("q"));
  const status = STATUSES.find((known) => known === read("status"));
  const filters = {
    search: useDebounced(text.trim()),
    accountId: readId("account"),
    roleKey: ROLE_KEYS.find((known) => known === read("role")),
    active: status && status === "active",
  };
  const { data: accounts } = useQuery(trpc.account.list.queryOptions({}));
  const { data, error, refetch, ...more } = useInfiniteQuery({
    ...trpc.user.list.infiniteQueryOptions(filters, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
  const users = data?.pages.flatMap(({ items }) => items) ?? [];
  const all = { value: "", label: common("all") };
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/administration">{t("docs")}</DocsLink>
        </>
      }
      actions={
        mayInvite && (
          <Button kind="primary" aria-haspopup="dialog" onClick={() => setIsInviting(true)}>
            <UserPlus aria-hidden="true" className="size-4" /> {t("invite")}
          </Button>
        )
      }
    >
      {mayInvite && <OpenInvitations />}
      <div className="mb-4 grid gap-3 sm:grid-cols-3">
        <SelectField
          label={t("account")}
          value={String(filters.accountId ?? "")}
          options={[all, ...(accounts?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={(id) => narrow("account", id)}
        />
        <SelectField
          label={t("role")}
          value={filters.roleKey ?? ""}
          options={[all, ...ROLE_KEYS.map((value) => ({ value, label: common(`roles.${value}`) }))]}
          onChange={(role) => narrow("role", role)}
        />
        <SelectField
          label={t("status")}
          value={status ?? ""}
          options={[all, ...STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))]}
          onChange={(value) => narrow("status", value)}
        />
      </div>
      <ListSearch
        label={t("search")}
        value={text}
        onChange={(next) => {
          setText(next);
          narrow("q", next.trim());
        }}
        count={data && t("count", { count: data.pages[0]?.total ?? 0 })}
      />
      <div ref={list} tabIndex={-1} className="mt-4 rounded-2xl outline-offset-4">
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what={t("loading")} />}
        {data && users.length === 0 && (
          <Empty
            title={common("noneSuch")}
            actions={
              isNarrowed && (
                <Button
                  onClick={() => {
                    setText("");
                    clear();
                  }}
                >
                  {common("showAll")}
                </Button>
              )
            }
          />
        )}
        {users.length > 0 && (
          <Card className="overflow-hidden">
            <ul aria-label={t("title")} className="divide-y divide-line">
              {users.map((user) => (
                <UserRow key={user.id} user={user} onDeleted={() => list.current?.focus()} />
              ))}
            </ul>
          </Card>
        )}
        <MoreRows {...more} />
      </div>
      <InviteDialog open={isInviting} onOpenChange={setIsInviting} />
    </Page>
  );
}
