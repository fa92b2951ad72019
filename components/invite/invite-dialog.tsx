"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";

/** The roles that can be granted here, by their API keys. */
const OFFERED = ["viewer", "org", "admin", "org-admin"] as const;

/** Creates a single-use invitation link for the user to send. */
export function InviteDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("invite");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<(typeof OFFERED)[number]>("org");
  const { mutate, data, error, isPending, reset } = useMutation(
    trpc.invite.create.mutationOptions({
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries(trpc.invite.list.pathFilter()),
    }),
  );

  function make() {
    mutate({ email: email.trim(), role });
  }

  function show(open: boolean) {
    if (!open) {
      reset();
      setEmail("");
    }
    props.onOpenChange(open);
  }

  return (
    <Dialog
      open={props.open}
      onOpenChange={show}
      title={t("title")}
      description={t("description")}
      isBusy={isPending}
      awaitsSecret={isPending}
    >
      {data ? (
        <ShownOnce onDone={() => show(false)}>
          <p className="flex items-center justify-between font-medium text-sm">
            {t("link", { email })}
            <CopyButton text={data.url} label={t("copyLink")} />
          </p>
          <p className="break-all rounded-lg bg-code px-3 py-2 font-mono text-[0.8125rem]">{data.url}</p>
          <p role="status" className="text-muted text-sm">
            {data.replaces && `${t("replaces")} `}
            {t("shown")}
          </p>
        </ShownOnce>
      ) : (
        <Form onSubmit={make} className="grid gap-5">
          <TextField label={t("email")} type="email" required value={email} onChange={setEmail} />
          <SelectField
            label={t("role")}
            value={role}
            options={OFFERED.map((key) => ({ value: key, label: t(`roles.${key}`) }))}
            onChange={setRole}
          />
          {error && <Failed error={error} />}
          <div className="flex justify-end">
            <Button type="submit" kind="primary" isBusy={isPending}>
              {t("make")}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
