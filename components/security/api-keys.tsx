"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { NEXT_PAGE } from "../api/next-page.ts";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { KeyRow } from "./key-row.tsx";

const NewKeyDialog = lazyDialog(async () => (await import("./new-key-dialog.tsx")).NewKeyDialog);

/** The user's own API keys. */
export function ApiKeys() {
  const t = useTranslations("security.keys");
  const trpc = useTRPC();
  const list = useRef<HTMLDivElement>(null);
  const [isCreating, setIsCreating] = useState(false);
  const { data, error, refetch, ...more } = useInfiniteQuery(trpc.apiKey.list.infiniteQueryOptions({}, NEXT_PAGE));
  const keys = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section
      title={t("title")}
      description={t("description")}
      actions={
        <Button kind="primary" aria-haspopup="dialog" onClick={() => setIsCreating(true)}>
          <Plus aria-hidden="true" className="size-4" /> {t("create")}
        </Button>
      }
    >
      <div ref={list} tabIndex={-1} className="rounded-2xl outline-offset-4">
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what={t("loading")} />}
        {data && keys.length === 0 && <Empty title={t("none")}>{t("noneDescription")}</Empty>}
        {keys.length > 0 && (
          <Card className="overflow-hidden">
            <ul aria-label={t("list")} className="divide-y divide-line">
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoked={() => list.current?.focus()} />
              ))}
            </ul>
          </Card>
        )}
        <MoreRows {...more} />
      </div>
      <NewKeyDialog open={isCreating} onOpenChange={setIsCreating} />
    </Section>
  );
}
