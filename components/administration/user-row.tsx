"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import { useTRPC } from "../api/trpc.ts";
import { Badge } from "../ui/badge.tsx";
import { DeleteButton } from "../ui/delete-button.tsx";
import { lazyDialog } from "../ui/lazy-component.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { useToast } from "../ui/toasts.tsx";
import type { ListedUser } from "./listed.ts";
import { RowActions } from "./row-actions.tsx";

const UserDialog = lazyDialog(async () => (await import("./user-dialog.tsx")).UserDialog);

/** A user in the list, with the actions on them. */
export function UserRow({ user, onDeleted }: { user: ListedUser; onDeleted: () => void }) {
  const t = useTranslations("administration.users");
  const roles = useTranslations("administration.roles");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { id, name, email, account, roleKey, active, isLocked, isSelf, mayChange, lastLoginAt } = user;
  const remove = useMutation(
    trpc.user.remove.mutationOptions({
      async onSuccess() {
        await queries.invalidateQueries(trpc.user.list.pathFilter());
        toast(t("deleted", { name: cutText(name, 100) }));
        onDeleted();
      },
    }),
  );
  return (
    <li className="grid items-center gap-x-5 gap-y-2 px-5 py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,12rem)_10rem_6rem]">
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span translate="no" className="truncate font-medium">
            {name}
          </span>
          {isSelf && <Badge>{t("you")}</Badge>}
          {!active && <Badge tone="waiting">{t("statuses.inactive")}</Badge>}
          {active && isLocked && <Badge tone="waiting">{t("accountInactive")}</Badge>}
        </span>
        <span translate="no" className="block truncate text-muted text-sm">
          {email}
        </span>
      </span>
      <span className="min-w-0 text-sm">
        <span className="block truncate">{roles(roleKey as "org")}</span>
        <span translate="no" className="block truncate text-muted">
          {account.name}
        </span>
      </span>
      <span className="text-muted text-sm">
        {lastLoginAt ? (
          <>
            {t("lastLogin")} <RelativeTime at={lastLoginAt} />
          </>
        ) : (
          t("never")
        )}
      </span>
      <span className="flex md:justify-end">
        {mayChange && (
          <RowActions label={t("edit", { name })} dialog={(state) => <UserDialog user={user} {...state} />}>
            <DeleteButton
              name={name}
              kind={t("kind")}
              description={t("deleteDescription")}
              isIcon
              isBusy={remove.isPending}
              error={remove.error}
              onDelete={() => remove.mutate({ emailOrId: String(id) })}
            />
          </RowActions>
        )}
      </span>
    </li>
  );
}
