"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { useMayChange } from "../../shell/may-change.tsx";
import { Button } from "../../ui/button.tsx";
import { DeleteButton } from "../../ui/delete-button.tsx";
import { lazyDialog } from "../../ui/lazy-component.tsx";
import { Failed } from "../../ui/states.tsx";
import { FieldLabel, INPUT_LOOK } from "../../ui/text-field.tsx";
import { useBuilder } from "../model/builder.ts";
import { type Account, useAccounts } from "./use-accounts.ts";

const ConnectDialog = lazyDialog(async () => (await import("./connect-dialog.tsx")).ConnectDialog);

const KINDS = ["test", "connection"] as const;

/** The accounts that a draft can be tested with, and a way to connect another one. */
export function AccountPicker() {
  const t = useTranslations("builder.accounts");
  const id = useId();
  const { accounts, account, isNeeded, error } = useAccounts();
  const choose = useBuilder((builder) => builder.chooseAccount);
  const mayChange = useMayChange();
  const [isConnecting, setIsConnecting] = useState(false);
  const connectButton = useRef<HTMLButtonElement>(null);
  const removed = useRef<string | undefined>(undefined);
  const key = account?.key;
  // The button that deleted an account is removed with it.
  useEffect(() => {
    if (removed.current === undefined || removed.current === key) return;
    removed.current = undefined;
    connectButton.current?.focus();
  }, [key]);
  const groups = KINDS.map((kind) => ({ kind, of: accounts?.filter((one) => one.kind === kind) ?? [] }));
  const isChoice = groups.some(({ of }) => of.length > 0);
  return (
    <div className="grid gap-2">
      {error && <Failed error={error} />}
      {isChoice && (
        <div className="grid gap-1.5">
          <FieldLabel id={id} label={t("account")} />
          <select id={id} value={account?.key} onChange={({ target }) => choose(target.value)} className={INPUT_LOOK}>
            {groups.map(({ kind, of }) =>
              of.length === 0 ? null : (
                <optgroup key={kind} label={t(`kinds.${kind}`)}>
                  {of.map(({ key, name }) => (
                    <option key={key} value={key}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              ),
            )}
            {!isNeeded && <option value="none">{t("none")}</option>}
          </select>
        </div>
      )}
      {accounts && !isChoice && <p className="text-muted text-sm">{t(isNeeded ? "needed" : "notNeeded")}</p>}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button ref={connectButton} aria-haspopup="dialog" onClick={() => setIsConnecting(true)}>
            {t("connect")}
          </Button>
          {account?.kind === "test" && (
            <RemoveAccount
              key={account.key}
              account={account}
              onRemoved={() => {
                removed.current = key;
              }}
            />
          )}
        </div>
      )}
      <ConnectDialog
        open={isConnecting}
        onClose={() => setIsConnecting(false)}
        onKept={({ id: kept }) => {
          choose(`test ${kept}`);
          setIsConnecting(false);
        }}
      />
    </div>
  );
}

type RemoveProps = { account: Account & { kind: "connection" | "test" }; onRemoved: () => void };

function RemoveAccount({ account: { id, name }, onRemoved }: RemoveProps) {
  const t = useTranslations("builder.accounts");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation(
    trpc.builder.removeTestAccount.mutationOptions({
      onSuccess: () => {
        onRemoved();
        return queries.invalidateQueries({ queryKey: trpc.builder.testAccounts.queryKey() });
      },
    }),
  );
  return (
    <DeleteButton
      name={name}
      kind={t("kind")}
      description={t("removal")}
      isBusy={isPending}
      error={error}
      onDelete={() => mutate({ testAccountId: id })}
    />
  );
}
