"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The element that gets the focus when it is set up, and the button is gone. */
  successor: RefObject<HTMLElement | null>;
};

/** Connects an authenticator app by a QR code, which is drawn here, and a first code. */
export function SetUpDialog({ open, onOpenChange, successor }: Props) {
  const t = useTranslations("security.secondFactor");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [code, setCode] = useState("");
  const { mutate: begin, reset: forget, ...newApp } = useMutation(trpc.security.begin.mutationOptions({ gcTime: 0 }));
  const { reset, ...confirm } = useMutation(trpc.security.confirm.mutationOptions({ gcTime: 0 }));
  /** The dialog forgets its data before it moves the focus. */
  const isDone = useRef(false);
  useEffect(() => {
    if (open) {
      isDone.current = false;
      return begin();
    }
    forget();
    reset();
    setCode("");
  }, [open, begin, forget, reset]);

  async function done() {
    isDone.current = true;
    onOpenChange(false);
    await queries.invalidateQueries(trpc.security.pathFilter());
  }

  return (
    <Dialog
      title={t("title")}
      open={open}
      onOpenChange={(isOpen) => (confirm.data ? void done() : onOpenChange(isOpen))}
      restoresFocus={() => (isDone.current ? (successor.current ?? true) : true)}
      isBusy={confirm.isPending}
      awaitsSecret={confirm.isPending}
    >
      {newApp.error && <Failed error={newApp.error} onRetry={() => begin()} />}
      {newApp.isPending && <Loading what={t("loading")} />}
      {confirm.data && <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={() => void done()} />}
      {newApp.data && !confirm.data && (
        <Form className="grid gap-4" onSubmit={() => confirm.mutate({ code })}>
          <p className="text-muted text-sm">{t("scan")}</p>
          <svg
            role="img"
            aria-label={t("qr")}
            viewBox={`0 0 ${newApp.data.qr.size} ${newApp.data.qr.size}`}
            shapeRendering="crispEdges"
            className="size-52 justify-self-center rounded-lg bg-white"
          >
            <path d={newApp.data.qr.path} fill="#000" />
          </svg>
          <div className="text-sm">
            <p className="flex items-center justify-between">
              {t("byHand")} <CopyButton text={newApp.data.key} label={t("byHand")} />
            </p>
            <code translate="no" className="block break-all rounded-lg bg-code px-3 py-2 font-mono text-[0.8125rem]">
              {newApp.data.key}
            </code>
          </div>
          <TextField
            label={t("code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            value={code}
            onChange={setCode}
          />
          {confirm.error && <Failed error={confirm.error} />}
          <Button type="submit" kind="primary" className="justify-self-end" isBusy={confirm.isPending}>
            {t("confirm")}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}
