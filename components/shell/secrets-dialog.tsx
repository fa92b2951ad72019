"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useTRPC } from "./trpc.ts";

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** What programs sign their calls with. It is read when somebody looks, and forgotten when they close it. */
export function SecretsDialog({ open, onOpenChange }: Props) {
  const trpc = useTRPC();
  const { mutate, reset, data, error } = useMutation(trpc.account.secrets.mutationOptions({ gcTime: 0 }));
  useEffect(() => {
    if (open) mutate();
    else reset();
  }, [open, mutate, reset]);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Secrets for the API"
      words="Programs send both with every call. Whoever has them may do what you may; the audit log notes that you looked."
    >
      {error && <Failed error={error} onRetry={() => mutate()} />}
      {!data && !error && <Loading what="your secrets" />}
      {data && (
        <dl className="grid gap-4">
          <Secret label="User secret" text={data.userSecret} />
          <Secret label="Organization secret" text={data.organizationSecret} />
          <Secret
            label="The header of a call"
            text={`Authorization: User ${data.userSecret}, Organization ${data.organizationSecret}`}
          />
        </dl>
      )}
    </Dialog>
  );
}

function Secret({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt className="flex items-center justify-between font-medium text-sm">
        {label}
        <CopyButton text={text} label={label.toLowerCase()} />
      </dt>
      <dd className="mt-1 break-all rounded-lg bg-code px-3 py-2 font-mono text-[0.8125rem]">{text}</dd>
    </div>
  );
}
