"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Props = {
  action: "renew" | "turnOff";
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The element that gets the focus when it is turned off, and the button is gone. */
  successor: RefObject<HTMLElement | null>;
};

/** The dialog for actions that need a code of the second factor: new recovery codes, and turning it off. */
export function CodeDialog({ action, open, onOpenChange, successor }: Props) {
  const t = useTranslations("security.secondFactor");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [code, setCode] = useState("");
  /** The dialog forgets its data before it moves the focus. */
  const isOff = useRef(false);
  const refresh = () => queries.invalidateQueries(trpc.security.pathFilter());
  const turnOff = useMutation(
    trpc.security.turnOff.mutationOptions({
      async onSuccess() {
        isOff.current = true;
        onOpenChange(false);
        toast(t("turnedOff"));
        await refresh();
      },
    }),
  );
  const { reset, ...renew } = useMutation(
    trpc.security.renewCodes.mutationOptions({ gcTime: 0, onSuccess: () => refresh() }),
  );
  const used = action === "renew" ? renew : turnOff;
  const { reset: resetTurnOff } = turnOff;
  useEffect(() => {
    if (open) {
      isOff.current = false;
      return;
    }
    reset();
    resetTurnOff();
    setCode("");
  }, [open, reset, resetTurnOff]);
  return (
    <Dialog
      title={t(action)}
      open={open}
      onOpenChange={onOpenChange}
      restoresFocus={() => (isOff.current ? (successor.current ?? true) : true)}
      isBusy={used.isPending}
      awaitsSecret={renew.isPending}
    >
      {renew.data ? (
        <RecoveryCodes codes={renew.data.recoveryCodes} onDone={() => onOpenChange(false)} />
      ) : (
        <Form className="grid gap-4" onSubmit={() => used.mutate({ code })}>
          <TextField label={t("anyCode")} autoComplete="one-time-code" required value={code} onChange={setCode} />
          {used.error && <Failed error={used.error} />}
          <Button
            type="submit"
            kind={action === "turnOff" ? "danger" : "primary"}
            className="justify-self-end"
            isBusy={used.isPending}
          >
            {t(action)}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}
