"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";
import type { ListedAccount } from "./listed.ts";

type Props = { account?: ListedAccount; open: boolean; onOpenChange: (open: boolean) => void };

/** Creates an account, or renames, deactivates and activates one. */
export function AccountDialog({ account, open, onOpenChange }: Props) {
  const t = useTranslations("administration.accounts");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState(account?.name ?? "");
  const [externalId, setExternalId] = useState("");
  const done = (message: "created" | "changed" | "deactivated" | "activated") => ({
    async onSuccess(saved: { name: string }) {
      onOpenChange(false);
      toast(t(message, { name: cutText(saved.name, 100) }));
      if (!account) {
        setName("");
        setExternalId("");
      }
      await queries.invalidateQueries(trpc.account.list.pathFilter());
      await queries.invalidateQueries(trpc.user.list.pathFilter());
    },
  });
  const create = useMutation(trpc.account.create.mutationOptions(done("created")));
  const change = useMutation(trpc.account.change.mutationOptions(done("changed")));
  const turn = useMutation(trpc.account.switch.mutationOptions(done(account?.active ? "deactivated" : "activated")));
  const error = create.error ?? change.error;

  function save() {
    if (account) change.mutate({ accountId: account.id, changes: { name } });
    else create.mutate({ externalId, name });
  }

  return (
    <Dialog
      title={account ? t("edit", { name: cutText(account.name, 100) }) : t("create")}
      open={open}
      onOpenChange={onOpenChange}
      isBusy={create.isPending || change.isPending || turn.isPending}
    >
      <Form onSubmit={save} className="grid gap-4">
        <TextField label={t("fields.name")} required value={name} onChange={setName} />
        {!account && (
          <TextField
            label={t("fields.externalId")}
            help={t("fields.externalIdHelp")}
            required
            value={externalId}
            onChange={setExternalId}
          />
        )}
        {error && <Failed error={error} />}
        <Button type="submit" kind="primary" className="justify-self-end" isBusy={create.isPending || change.isPending}>
          {account ? t("save") : t("create")}
        </Button>
      </Form>
      {account && (account.active ? account.mayDeactivate : account.mayChange) && (
        <section className="mt-6 grid gap-3 border-line border-t pt-5">
          <p className="text-muted text-sm">{t(account.active ? "deactivateHelp" : "activateHelp")}</p>
          {!account.active && turn.error && <Failed error={turn.error} />}
          {account.active ? (
            <ConfirmButton
              kind="danger"
              title={t("deactivateQuestion", { name: cutText(account.name, 100) })}
              description={t("deactivateHelp")}
              verb={t("deactivate")}
              isBusy={turn.isPending}
              error={turn.error}
              onConfirm={() => turn.mutate({ accountId: account.id, on: false })}
            />
          ) : (
            <Button
              className="justify-self-end"
              isBusy={turn.isPending}
              onClick={() => turn.mutate({ accountId: account.id, on: true })}
            >
              {t("activate")}
            </Button>
          )}
        </section>
      )}
    </Dialog>
  );
}
