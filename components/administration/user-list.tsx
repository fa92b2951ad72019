"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { NEXT_PAGE } from "../api/next-page.ts";
import { useTRPC } from "../api/trpc.ts";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { Button } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { FilterFields } from "../ui/filter-fields.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { LiveList } from "../ui/live-list.tsx";
import { Card, Page } from "../ui/page.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { AdministrationPages } from "./administration-pages.tsx";
import { OpenInvitations } from "./open-invitations.tsx";
import { ROLE_KEYS } from "./role-keys.ts";
import { UserRow } from "./user-row.tsx";

const InviteDialog = lazyDialog(async () => (await import("../invite/invite-dialog.tsx")).InviteDialog);

const STATUSES = ["active", "inactive"] as const;

/** The users whom an administrator manages. */
export function UserList({ mayInvite }: { mayInvite: boolean }) {
  const t = useTranslations("administration.users");
  const common = useTranslations("administration");
  const trpc = useTRPC();
  const { text, id, oneOf, narrow, clear, isNarrowed } = useAddressFilters(["q", "account", "role", "status"]);
  const list = useRef<HTMLDivElement>(null);
  const [isInviting, setIsInviting] = useState(false);
  const status = oneOf("status", STATUSES);
  const filters = {
    search: cutText(text("q") ?? "", 255),
    accountId: id("account"),
    roleKey: oneOf("role", ROLE_KEYS),
    active: status && status === "active",
  };
  const { data: accounts } = useQuery(trpc.account.list.queryOptions({}));
  const pages = useInfiniteQuery({
    ...trpc.user.list.infiniteQueryOptions(filters, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
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
      <AdministrationPages />
      {mayInvite && <OpenInvitations />}
      <div ref={list} tabIndex={-1} className="rounded-2xl outline-offset-4">
        <LiveList
          filters={
            <FilterFields>
              <SearchForm
                label={t("search")}
                hint={t("searchHint")}
                value={text("q") ?? ""}
                onSearch={(q) => narrow({ q })}
              />
              <SelectField
                label={t("account")}
                value={String(filters.accountId ?? "")}
                options={[
                  all,
                  ...(accounts?.items ?? []).map(({ id: key, name }) => ({ value: String(key), label: name })),
                ]}
                onChange={(account) => narrow({ account })}
              />
              <SelectField<string>
                label={t("role")}
                value={filters.roleKey ?? ""}
                options={[all, ...ROLE_KEYS.map((value) => ({ value, label: common(`roles.${value}`) }))]}
                onChange={(role) => narrow({ role })}
              />
              <SelectField<string>
                label={t("status")}
                value={status ?? ""}
                options={[all, ...STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))]}
                onChange={(chosen) => narrow({ status: chosen })}
              />
            </FilterFields>
          }
          narrowed={{ isNarrowed, clear }}
          pages={pages}
          keyOf={({ id: key }) => key}
          texts={{
            loading: t("loading"),
            count: (count) => t("count", { count }),
            waiting: (count) => t("waiting", { count }),
            noneSuch: common("noneSuch"),
          }}
          empty={null}
        >
          {(users) => (
            <Card className="overflow-hidden">
              <ul aria-label={t("title")} className="divide-y divide-line">
                {users.map((user) => (
                  <UserRow key={user.id} user={user} onDeleted={() => list.current?.focus()} />
                ))}
              </ul>
            </Card>
          )}
        </LiveList>
      </div>
      <InviteDialog open={isInviting} onOpenChange={setIsInviting} />
    </Page>
  );
}
