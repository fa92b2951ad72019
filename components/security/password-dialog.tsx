"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { fieldProblem, usePasswordProblem } from "../ui/field-problem.ts";
import { Form } from "../ui/form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";

type Props = { needsCode: boolean; open: boolean; onOpenChange: (open: boolean) => void };

/** The fields, by the reason of a refusal that is about one. */
const REASONS = { current: "currentPasswordWrong", next: "passwordRefused", code: "secondFactor" } as const;

/** Changes the user's own password. */
export function PasswordDialog({ needsCode, open, onOpenChange }: Props) {
  const t = useTranslations("security.password");
  const trpc = useTRPC();
  const passwordProblem = usePasswordProblem();
  const queries = useQueryClient();
  const toast = useToast();
  const [currentPassword, setCurrentPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [code, setCode] = useState("");
  const { reset, ...change } = useMutation(
    trpc.security.changePassword.mutationOptions({
      gcTime: 0,
      async onSuccess() {
        onOpenChange(false);
        toast(t("changed"));
        await queries.invalidateQueries(trpc.security.pathFilter());
      },
    }),
  );
  useEffect(() => {
    if (open) return;
    reset();
    setCurrentPassword("");
    setNewPassword("");
    setCode("");
  }, [open, reset]);
  const reason = change.error?.data?.reason;
  const isOfField = Object.values(REASONS).some((one) => one === reason);
  const problemOf = (field: keyof typeof REASONS) =>
    change.error && reason === REASONS[field] ? fieldProblem(change.error.message) : "";
  return (
    <Dialog title={t("change")} open={open} onOpenChange={onOpenChange} isBusy={change.isPending}>
      <Form
        className="grid gap-4"
        onSubmit={() => change.mutate({ currentPassword, newPassword, ...(needsCode && { code }) })}
      >
        <TextField
          label={t("current")}
          type="password"
          autoComplete="current-password"
          required
          value={currentPassword}
          onChange={setCurrentPassword}
          problem={problemOf("current")}
        />
        <TextField
          label={t("next")}
          help={t("description")}
          type="password"
          autoComplete="new-password"
          required
          value={newPassword}
          onChange={setNewPassword}
          problem={passwordProblem(change.error)}
        />
        {needsCode && (
          <TextField
            label={t("code")}
            autoComplete="one-time-code"
            required
            value={code}
            onChange={setCode}
            problem={problemOf("code")}
          />
        )}
        {change.error && !isOfField && <Failed error={change.error} />}
        <Button type="submit" kind="primary" className="justify-self-end" isBusy={change.isPending}>
          {t("change")}
        </Button>
      </Form>
    </Dialog>
  );
}
