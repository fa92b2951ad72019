"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { foldedText } from "#server/search-text.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { Link } from "../ui/link.tsx";
import { Card, Page } from "../ui/page.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { useSearch } from "../ui/searched-list.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { ImportFile } from "./import-file.tsx";
import { LevelBadge } from "./level-badge.tsx";
import type { NewLevel } from "./new-dialog.tsx";

const NewDialog = lazyDialog(async () => (await import("./new-dialog.tsx")).NewDialog);

/** All common resources, with their levels and the elements that are mapped. */
export function CommonResourceList({ levels }: { levels: readonly [NewLevel, ...NewLevel[]] }) {
  const t = useTranslations("common-resources.list");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.commonResource.list.queryOptions());
  const { text, setText } = useSearch();
  const [isNew, setIsNew] = useState(false);
  const wanted = foldedText(text.trim());
  const found = data?.filter(({ name }) => foldedText(name).includes(wanted)) ?? [];
  const create = (
    <MayChange isExplained>
      <Button kind="primary" aria-haspopup="dialog" onClick={() => setIsNew(true)}>
        <Plus aria-hidden="true" className="size-4" /> {t("new")}
      </Button>
    </MayChange>
  );
  const description = (
    <>
      {t("description")} <DocsLink page="/common-resources">{t("docs")}</DocsLink>
    </>
  );
  return (
    <Page
      title={t("title")}
      description={description}
      actions={
        <>
          <MayChange>
            <ImportFile />
          </MayChange>
          {create}
        </>
      }
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading what={t("loading")} />
      ) : data.length === 0 ? (
        <Empty title={t("none")}>{t("noneDescription")}</Empty>
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <SearchField label={t("search")} value={text} onChange={setText} />
            <p role="status" className="text-muted text-sm sm:ml-auto">
              {t("count", { count: found.length })}
            </p>
          </div>
          {found.length === 0 ? (
            <Empty title={t("notFound", { text: cutText(text.trim(), 100) })} />
          ) : (
            <Card className="overflow-hidden">
              <ul aria-label={t("title")} className="divide-y divide-line">
                {found.map((one) => (
                  <Row key={one.name} one={one} />
                ))}
              </ul>
            </Card>
          )}
        </>
      )}
      <NewDialog levels={levels} open={isNew} onOpenChange={setIsNew} />
    </Page>
  );
}

function Row({ one: { name, fields, levels, elements } }: { one: RouterOutputs["commonResource"]["list"][number] }) {
  const t = useTranslations("common-resources.list");
  return (
    <li className="relative grid items-center gap-x-4 gap-y-1 px-5 py-4 hover:bg-tint sm:grid-cols-[minmax(0,1fr)_8rem_auto]">
      <span className="min-w-0">
        <Link
          href={routeTo("commonResource", { objectName: name })}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {name}
        </Link>
        <span className="block truncate text-muted text-sm">
          {elements.length === 0 ? t("unmapped") : t("mapped", { names: elements.map((one) => one.name).join(", ") })}
        </span>
      </span>
      <span className="text-muted text-sm">{t("fields", { count: fields })}</span>
      <span className="flex flex-wrap gap-1.5">
        {levels.map((level) => (
          <LevelBadge key={level} level={level} />
        ))}
      </span>
    </li>
  );
}
