"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";

type Recorded = { executionId: number; formulaId: number };
type Props = Recorded & { open: boolean; onOpenChange: (open: boolean) => void };

/** Saves a run as a test of its formula, under a name. */
export function RecordDialog({ open, onOpenChange, ...run }: Props) {
  const t = useTranslations("formula-tests.record");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      <RecordForm {...run} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function RecordForm({ executionId, formulaId, onDone }: Recorded & { onDone: () => void }) {
  const t = useTranslations("formula-tests.record");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState(t("suggestion", { id: String(executionId) }));
  const [problem, setProblem] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { mutate, error, isPending } = useMutation(
    trpc.formulaTest.record.mutationOptions({
      async onSuccess({ name: saved }) {
        onDone();
        toast(t("saved", { name: saved }), t("savedDescription"));
        await queries.invalidateQueries(trpc.formulaTest.pathFilter());
      },
    }),
  );

  function submit() {
    if (name.trim() !== "") return mutate({ formulaId, executionId, name: name.trim() });
    setProblem(t("nameless"));
    field.current?.focus();
  }

  return (
    <Form
      className="grid gap-4"
      onSubmit={() => {
        if (!isPending) submit();
      }}
    >
      <TextField
        label={t("name")}
        value={name}
        problem={problem}
        inputRef={field}
        autoComplete="off"
        onChange={(text) => {
          setName(text);
          setProblem("");
        }}
      />
      {error && <Failed error={error} />}
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={isPending}>
          {t("save")}
        </Button>
      </div>
    </Form>
  );
}
