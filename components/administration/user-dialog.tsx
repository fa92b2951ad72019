"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type ScreenError, useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";
import type { ListedUser } from "./listed.ts";
import { ROLE_KEYS } from "./role-keys.ts";

type Props = { user: ListedUser; open: boolean; onOpenChange: (open: boolean) => void };

/** Changes the role, the access and the password of a user. The server refuses what is above the administrator. */
export function UserDialog({ user, open, onOpenChange }: Props) {
  const t = useTranslations("administration.users.dialog");
  const roles = useTranslations("administration.roles");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [role, setRole] = useState<string>(user.roleKey);
  const [password, setPassword] = useState("");
  const { name, active } = user;
  const one = { emailOrId: String(user.id) };
  const done = (
    message: "roleChanged" | "deactivated" | "activated" | "passwordSet" | "signedOut" | "secondFactorReset",
  ) => ({
    async onSuccess() {
      setPassword("");
      onOpenChange(false);
      toast(t(message, { name }));
      await queries.invalidateQueries(trpc.user.list.pathFilter());
    },
  });
  const grant = useMutation(trpc.user.setRole.mutationOptions(done("roleChanged")));
  const turn = useMutation(trpc.user.switch.mutationOptions(done(active ? "deactivated" : "activated")));
  const reset = useMutation(trpc.user.setPassword.mutationOptions({ ...done("passwordSet"), gcTime: 0 }));
  const signOut = useMutation(trpc.user.signOut.mutationOptions(done("signedOut")));
  const resetFactor = useMutation(trpc.user.resetSecondFactor.mutationOptions(done("secondFactorReset")));
  const offered: readonly string[] = ROLE_KEYS;
  const keys = offered.includes(user.roleKey) ? offered : [user.roleKey, ...offered];
  return (
    <Dialog
      title={name}
      description={t("description", { email: user.email, account: user.account.name })}
      open={open}
      onOpenChange={onOpenChange}
      isBusy={[grant, turn, reset, signOut, resetFactor].some(({ isPending }) => isPending)}
    >
      <div className="grid gap-6">
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            grant.mutate({ ...one, roleKey: role });
          }}
        >
          <SelectField
            label={t("role")}
            value={role}
            options={keys.map((value) => ({ value, label: roles(value as "org") }))}
            onChange={setRole}
          />
          {grant.error && <Failed error={grant.error} />}
          <Button type="submit" className="justify-self-end" isBusy={grant.isPending}>
            {t("saveRole")}
          </Button>
        </form>
        <section className="grid gap-3 border-line border-t pt-5">
          <h3 className="font-medium text-sm">{t("access")}</h3>
          <p className="text-muted text-sm">{t(active ? "deactivateHelp" : "activateHelp")}</p>
          {turn.error && <Failed error={turn.error} />}
          {(signOut.error ?? resetFactor.error) && (
            <Failed error={(signOut.error ?? resetFactor.error) as ScreenError} />
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button isBusy={signOut.isPending} onClick={() => signOut.mutate(one)}>
              {t("signOut")}
            </Button>
            {user.hasSecondFactor && (
              <Button isBusy={resetFactor.isPending} onClick={() => resetFactor.mutate(one)}>
                {t("resetSecondFactor")}
              </Button>
            )}
          </div>
          <Button
            kind={active ? "danger" : "plain"}
            className="justify-self-end"
            isBusy={turn.isPending}
            onClick={() => turn.mutate({ ...one, on: !active })}
          >
            {t(active ? "deactivate" : "activate")}
          </Button>
        </section>
        <form
          className="grid gap-3 border-line border-t pt-5"
          onSubmit={(event) => {
            event.preventDefault();
            reset.mutate({ ...one, password });
          }}
        >
          <TextField
            label={t("password")}
            type="password"
            autoComplete="new-password"
            required
            value={password}
            onChange={setPassword}
            help={t("passwordHelp")}
          />
          {reset.error && <Failed error={reset.error} />}
          <Button type="submit" className="justify-self-end" isBusy={reset.isPending}>
            {t("setPassword")}
          </Button>
        </form>
      </div>
    </Dialog>
  );
}
