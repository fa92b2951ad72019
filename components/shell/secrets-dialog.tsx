"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useTRPC } from "../api/trpc.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Failed, Loading } from "../ui/states.tsx";

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Shows the user and organization secrets. They are fetched on opening the dialog and discarded on closing it. */
export function SecretsDialog({ open, onOpenChange }: Props) {
  const t = useTranslations("shell.secrets");
  const trpc = useTRPC();
  const { mutate, reset, data, error } = useMutation(trpc.account.secrets.mutationOptions({ gcTime: 0 }));
  useEffect(() => {
    if (open) mutate();
    else reset();
  }, [open, mutate, reset]);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      {error && <Failed error={error} onRetry={() => mutate()} />}
      {!data && !error && <Loading what={t("loading")} />}
      {data && (
        <dl className="grid gap-4">
          <Secret label={t("user")} copied={t("copyUser")} text={data.userSecret} />
          <Secret label={t("organization")} copied={t("copyOrganization")} text={data.organizationSecret} />
          <Secret
            label={t("header")}
            copied={t("copyHeader")}
            text={`Authorization: User ${data.userSecret}, Organization ${data.organizationSecret}`}
          />
        </dl>
      )}
    </Dialog>
  );
}

function Secret({ label, copied, text }: { label: string; copied: string; text: string }) {
  return (
    <div>
      <dt className="flex items-center justify-between font-medium text-sm">
        {label}
        <CopyButton text={text} label={copied} />
      </dt>
      <dd className="mt-1 break-all rounded-lg bg-code px-3 py-2 font-mono text-[0.8125rem]">{text}</dd>
    </div>
  );
}
