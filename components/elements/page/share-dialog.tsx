"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { NEXT_PAGE } from "../../api/next-page.ts";
import { useTRPC } from "../../api/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { isolated } from "../../ui/isolated.ts";
import { MoreRows } from "../../ui/more-rows.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import type { ElementFacts } from "./element-facts.ts";

type Props = { element: ElementFacts; open: boolean; onOpenChange: (open: boolean) => void };

/** Allows other accounts to use a private element, or no longer. */
export function ShareDialog({ element: { address: elementKey, name }, open, onOpenChange }: Props) {
  const t = useTranslations("elements.share");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data, error, refetch, ...pages } = useInfiniteQuery({
    ...trpc.elements.accounts.infiniteQueryOptions({ elementKey }, NEXT_PAGE),
    enabled: open,
  });
  const share = useMutation(
    trpc.elements.share.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.elements.accounts.pathFilter()),
    }),
  );
  const accounts = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title", { name: isolated(name) })}
      description={t("description")}
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading what={t("loading")} />
      ) : accounts.every(({ isOwner }) => isOwner) ? (
        <p className="text-sm">{t("none")}</p>
      ) : (
        <fieldset className="grid gap-1">
          <legend className="mb-2 font-medium text-sm">{t("accounts")}</legend>
          {accounts.map(({ id: accountId, name: account, isOwner, hasAccess }) => (
            <label
              key={accountId}
              className="flex min-h-8 items-start gap-3 rounded-lg px-2 py-1.5 text-sm hover:bg-tint"
            >
              <input
                type="checkbox"
                checked={isOwner || hasAccess}
                disabled={isOwner}
                onChange={({ target }) => share.mutate({ elementKey, accountId, on: target.checked })}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">{account}</span>
              {isOwner && <span className="ml-auto shrink-0 text-muted text-xs">{t("owner")}</span>}
            </label>
          ))}
        </fieldset>
      )}
      <MoreRows {...pages} />
      {share.error && <Failed error={share.error} />}
      <div className="mt-5 flex justify-end">
        <Button kind="primary" onClick={() => onOpenChange(false)}>
          {t("done")}
        </Button>
      </div>
    </Dialog>
  );
}
