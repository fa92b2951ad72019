"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { KEY_STATES } from "#server/account/api-key-scopes.ts";
import { cutText } from "#server/cut-text.ts";
import { AdministrationPages } from "../administration/administration-pages.tsx";
import { NEXT_PAGE } from "../api/next-page.ts";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useAddressFilters } from "../shell/use-address-filters.ts";
import { LinkButton } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { FilterFields } from "../ui/filter-fields.tsx";
import { LiveList } from "../ui/live-list.tsx";
import { Card, Page } from "../ui/page.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Empty } from "../ui/states.tsx";
import { KeyRow } from "./key-row.tsx";

/** The API keys of all users whom an administrator manages: what each may do, when it was used, and an end to it. */
export function AllKeys() {
  const t = useTranslations("security.allKeys");
  const trpc = useTRPC();
  const list = useRef<HTMLDivElement>(null);
  const { text, oneOf, narrow, clear, isNarrowed } = useAddressFilters(["q", "state"]);
  const filters = { search: cutText(text("q") ?? "", 255) || undefined, state: oneOf("state", KEY_STATES) };
  const pages = useInfiniteQuery({
    ...trpc.apiKey.listAll.infiniteQueryOptions(filters, NEXT_PAGE),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/administration">{t("docs")}</DocsLink>
        </>
      }
    >
      <AdministrationPages />
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
              <SelectField<string>
                label={t("state")}
                value={filters.state ?? ""}
                options={[
                  { value: "", label: t("all") },
                  ...KEY_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
                ]}
                onChange={(state) => narrow({ state })}
              />
            </FilterFields>
          }
          narrowed={{ isNarrowed, clear }}
          pages={pages}
          keyOf={({ id }) => id}
          texts={{
            loading: t("loading"),
            count: (count) => t("count", { count }),
            waiting: (count) => t("waiting", { count }),
            noneSuch: t("noneSuch"),
          }}
          empty={
            <Empty title={t("none")} actions={<LinkButton href={routeTo("security")}>{t("toOwn")}</LinkButton>}>
              {t("noneDescription")}
            </Empty>
          }
        >
          {(keys) => (
            <Card className="overflow-hidden">
              <ul aria-label={t("title")} className="divide-y divide-line">
                {keys.map((key) => (
                  <KeyRow
                    key={key.id}
                    apiKey={key}
                    owner={key.userName}
                    mayRevoke={key.mayRevoke}
                    onRevoked={() => list.current?.focus()}
                  />
                ))}
              </ul>
            </Card>
          )}
        </LiveList>
      </div>
    </Page>
  );
}
