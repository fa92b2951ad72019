"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { type ScreenError, useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmButton, ConfirmDialog } from "../ui/confirm-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { usePasswordProblem } from "../ui/field-problem.ts";
import { Form } from "../ui/form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";
import type { ListedUser } from "./listed.ts";
import { isLower, ROLE_KEYS } from "./role-keys.ts";

type Props = { user: ListedUser; open: boolean; onOpenChange: (open: boolean) => void };

/** The actions that take something away from the user, with a question first. */
type Question = "saveRole" | "signOut" | "resetSecondFactor" | "deactivate" | "setPassword";

/** Changes the role, the access and the password of a user. The server refuses what is above the administrator. */
export function UserDialog({ user, open, onOpenChange }: Props) {
  const t = useTranslations("administration.users.dialog");
  const roles = useTranslations("administration.roles");
  const trpc = useTRPC();
  const passwordProblem = usePasswordProblem();
  const queries = useQueryClient();
  const toast = useToast();
  const [role, setRole] = useState<string>(user.roleKey);
  const [password, setPassword] = useState("");
  const [pendingQuestion, setQuestion] = useState<Question>();
  const { name, active } = user;
  const one = { emailOrId: String(user.id) };
  const done = (
    message: "roleChanged" | "deactivated" | "activated" | "passwordSet" | "signedOut" | "secondFactorReset",
  ) => ({
    async onSuccess() {
      setPassword("");
      setQuestion(undefined);
      onOpenChange(false);
      toast(t(message, { name }));
      await queries.invalidateQueries(trpc.user.list.pathFilter());
    },
  });
  const grant = useMutation(trpc.user.setRole.mutationOptions(done("roleChanged")));
  const turn = useMutation(trpc.user.switch.mutationOptions(done(active ? "deactivated" : "activated")));
  const reset = useMutation(
    trpc.user.setPassword.mutationOptions({
      ...done("passwordSet"),
      gcTime: 0,
      onError: (error) => passwordProblem(error) && setQuestion(undefined),
    }),
  );
  const signOut = useMutation(trpc.user.signOut.mutationOptions(done("signedOut")));
  const resetFactor = useMutation(trpc.user.resetSecondFactor.mutationOptions(done("secondFactorReset")));
  const changeRole = () => grant.mutate({ ...one, roleKey: role });
  const questionOf = (action: Question, { isPending, error }: { isPending: boolean; error: ScreenError | null }) => ({
    title: t(`questions.${action}`, { name: cutText(name, 100) }),
    description: t(`consequences.${action}`),
    verb: t(action),
    isBusy: isPending,
    error,
  });
  const opened = (action: Question) => ({
    open: pendingQuestion === action,
    onOpenChange: (isOpen: boolean) => setQuestion(isOpen ? action : undefined),
  });
  const offered: readonly string[] = ROLE_KEYS.filter((key) => user.grantable.includes(key));
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
        <Form
          className="grid gap-3"
          onSubmit={() => {
            if (isLower(role, user.roleKey)) setQuestion("saveRole");
            else changeRole();
          }}
        >
          <SelectField
            label={t("role")}
            value={role}
            options={keys.map((value) => ({ value, label: roles(value as "org") }))}
            onChange={setRole}
          />
          {grant.error && pendingQuestion !== "saveRole" && <Failed error={grant.error} />}
          <Button type="submit" className="justify-self-end" isBusy={grant.isPending}>
            {t("saveRole")}
          </Button>
        </Form>
        <section className="grid gap-3 border-line border-t pt-5">
          <h3 className="font-medium text-sm">{t("access")}</h3>
          <p className="text-muted text-sm">{t(active ? "deactivateHelp" : "activateHelp")}</p>
          {!active && turn.error && <Failed error={turn.error} />}
          <div className="flex flex-wrap justify-end gap-2">
            <ConfirmButton {...questionOf("signOut", signOut)} onConfirm={() => signOut.mutate(one)} />
            {user.hasSecondFactor && (
              <ConfirmButton
                {...questionOf("resetSecondFactor", resetFactor)}
                onConfirm={() => resetFactor.mutate(one)}
              />
            )}
          </div>
          {active ? (
            <ConfirmButton
              kind="danger"
              {...questionOf("deactivate", turn)}
              onConfirm={() => turn.mutate({ ...one, on: false })}
            />
          ) : (
            <Button
              className="justify-self-end"
              isBusy={turn.isPending}
              onClick={() => turn.mutate({ ...one, on: true })}
            >
              {t("activate")}
            </Button>
          )}
        </section>
        <Form className="grid gap-3 border-line border-t pt-5" onSubmit={() => setQuestion("setPassword")}>
          <TextField
            label={t("password")}
            type="password"
            autoComplete="new-password"
            required
            value={password}
            onChange={setPassword}
            problem={passwordProblem(reset.error)}
            help={t("passwordHelp")}
          />
          <Button type="submit" className="justify-self-end" isBusy={reset.isPending}>
            {t("setPassword")}
          </Button>
        </Form>
        <ConfirmDialog {...questionOf("saveRole", grant)} {...opened("saveRole")} onConfirm={changeRole} />
        <ConfirmDialog
          {...questionOf("setPassword", reset)}
          {...opened("setPassword")}
          onConfirm={() => reset.mutate({ ...one, password })}
        />
      </div>
    </Dialog>
  );
}
