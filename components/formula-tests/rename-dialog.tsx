"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { NameDialog } from "../ui/name-dialog.tsx";
import { useToast } from "../ui/toasts.tsx";

type Renamed = { formulaId: number; formulaTestId: number; name: string };
type Props = Renamed & { open: boolean; onOpenChange: (open: boolean) => void };

/** Renames a test. */
export function RenameDialog({ open, onOpenChange, name: before, ...test }: Props) {
  const t = useTranslations("formula-tests.rename");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, error, isPending, reset } = useMutation(
    trpc.formulaTest.rename.mutationOptions({
      async onSuccess({ name }) {
        // The list is sorted by name: its row gets the focus where it is then.
        await queries.invalidateQueries(trpc.formulaTest.pathFilter());
        onOpenChange(false);
        toast(t("renamed", { name }));
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
      initial={before}
      verb={t("verb")}
      isBusy={isPending}
      error={error}
      onSave={(name) => mutate({ ...test, name })}
    />
  );
}
