"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { NameDialog } from "../ui/name-dialog.tsx";
import { useToast } from "../ui/toasts.tsx";

type Recorded = { executionId: number; formulaId: number };
type Props = Recorded & { open: boolean; onOpenChange: (open: boolean) => void };

/** Saves a run as a test of its formula, under a name. */
export function RecordDialog({ open, onOpenChange, ...run }: Props) {
  const t = useTranslations("formula-tests.record");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, error, isPending, reset } = useMutation(
    trpc.formulaTest.record.mutationOptions({
      async onSuccess({ name: saved }) {
        onOpenChange(false);
        toast(t("saved", { name: saved }), t("savedDescription"));
        await queries.invalidateQueries(trpc.formulaTest.pathFilter());
      },
    }),
  );
  return (
    <NameDialog
      title={t("title")}
      description={t("description")}
      open={open}
      onOpenChange={(isOpen) => {
        reset();
        onOpenChange(isOpen);
      }}
      initial={t("suggestion", { id: String(run.executionId) })}
      verb={t("save")}
      isBusy={isPending}
      error={error}
      onSave={(name) => mutate({ ...run, name })}
    />
  );
}
