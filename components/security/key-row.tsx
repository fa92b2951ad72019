"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { DeleteButton } from "../ui/delete-button.tsx";
import { isolated } from "../ui/isolated.ts";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { useToast } from "../ui/toasts.tsx";
import { isAhead, type ListedKey } from "./listed.ts";

const RotateKeyDialog = lazyDialog(async () => (await import("./rotate-key-dialog.tsx")).RotateKeyDialog);

type Props = {
  apiKey: ListedKey;
  /** The name of its user, if it may be another one: only they replace it. */
  owner?: string;
  mayRevoke?: boolean;
  onRevoked: () => void;
};

/** An API key in the list: never the key itself, but how it begins, what it may do and when it was used. */
export function KeyRow({ apiKey, owner, mayRevoke = true, onRevoked }: Props) {
  const t = useTranslations("security.keys");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [isRotating, setIsRotating] = useState(false);
  const { id, name, hint, scopes, lastUsedDate, expiresDate, previousUntilDate } = apiKey;
  const revoke = useMutation(
    trpc.apiKey.revoke.mutationOptions({
      async onSuccess() {
        await queries.invalidateQueries(trpc.apiKey.pathFilter());
        toast(t("revoked", { name: isolated(name) }));
        onRevoked();
      },
    }),
  );
  const isExpired = expiresDate !== undefined && !isAhead(expiresDate);
  return (
    <li className="grid items-center gap-x-5 gap-y-2 px-5 py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_auto]">
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span translate="no" className="truncate font-medium">
            {name}
          </span>
          <code className="shrink-0 font-mono text-muted text-xs">{hint}…</code>
          {isExpired && <Badge tone="waiting">{t("expired")}</Badge>}
        </span>
        {owner !== undefined && (
          <span translate="no" className="block truncate text-sm">
            {owner}
          </span>
        )}
        <span translate="no" className="mt-1 block text-muted text-xs">
          {scopes.join(" · ")}
        </span>
      </span>
      <span className="grid text-muted text-sm">
        <span>
          {lastUsedDate ? (
            <>
              {t("used")} <RelativeTime at={lastUsedDate} />
            </>
          ) : (
            t("neverUsed")
          )}
        </span>
        {expiresDate && isAhead(expiresDate) && (
          <span>
            {t("expires")} <RelativeTime at={expiresDate} isAhead />
          </span>
        )}
        {previousUntilDate && isAhead(previousUntilDate) && (
          <span>
            {t("previousUntil")} <RelativeTime at={previousUntilDate} isAhead />
          </span>
        )}
      </span>
      <span className="flex items-center gap-1">
        {owner === undefined && !isExpired && (
          <Button
            kind="quiet"
            aria-haspopup="dialog"
            aria-label={t("rotateNamed", { name: isolated(name) })}
            onClick={() => setIsRotating(true)}
          >
            {t("rotate")}
          </Button>
        )}
        {mayRevoke && (
          <DeleteButton
            name={name}
            kind={t("kind")}
            description={t("revokeDescription")}
            isIcon
            isBusy={revoke.isPending}
            error={revoke.error}
            onDelete={() => revoke.mutate({ apiKeyId: id })}
          />
        )}
      </span>
      <RotateKeyDialog apiKey={apiKey} open={isRotating} onOpenChange={setIsRotating} />
    </li>
  );
}
