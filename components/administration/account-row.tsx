"use client";

import { useTranslations } from "next-intl";
import { routeTo } from "../screens/screens.ts";
import { Badge } from "../ui/badge.tsx";
import { LinkButton } from "../ui/button.tsx";
import { isolated } from "../ui/isolated.ts";
import { lazyDialog } from "../ui/lazy-component.tsx";
import type { ListedAccount } from "./listed.ts";
import { RowActions } from "./row-actions.tsx";

const AccountDialog = lazyDialog(async () => (await import("./account-dialog.tsx")).AccountDialog);

/** An account in the list, with a link to its users. */
export function AccountRow({ account }: { account: ListedAccount }) {
  const t = useTranslations("administration.accounts");
  const { id, name, description, active, defaultAccount, mayChange } = account;
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-4">
      <span className="min-w-0 flex-1 basis-60">
        <span className="flex min-w-0 items-center gap-2">
          <span translate="no" className="truncate font-medium">
            {name}
          </span>
          {defaultAccount && <Badge>{t("default")}</Badge>}
          {!active && <Badge tone="waiting">{t("inactive")}</Badge>}
        </span>
        {description !== name && <span className="block truncate text-muted text-sm">{description}</span>}
      </span>
      <LinkButton kind="quiet" href={routeTo("users", { account: id })} label={t("usersOf", { name: isolated(name) })}>
        {t("users")}
      </LinkButton>
      {mayChange && (
        <RowActions
          label={t("edit", { name: isolated(name) })}
          dialog={(state) => <AccountDialog account={account} {...state} />}
        />
      )}
    </li>
  );
}
