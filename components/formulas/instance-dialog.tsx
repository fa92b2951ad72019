"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { formulaInstanceSchema } from "#server/formula/shape.ts";
import { useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Failed } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";
import type { Formula } from "./formula-answers.ts";
import { type InstanceDraft, missingOf, valuesIn } from "./instance-draft.ts";
import { KeptInput } from "./kept-input.ts";
import { VariableFields } from "./variable-fields.tsx";

type Props = {
  formula: Formula;
  open: boolean;
  /** The variable with the connection for which the dialog was left before. */
  returned: Record<string, string> | undefined;
  onOpenChange: (open: boolean) => void;
  /** Finds the element for the focus when the dialog closes. */
  opener: () => HTMLElement | null;
};

const keptInput = new KeptInput<Pick<InstanceDraft, "name" | "configuration">>();

/** Creates an instance from the variables of a formula. Other settings have defaults and can be changed later. */
export function InstanceDialog({ formula, open, returned, onOpenChange, opener }: Props) {
  const t = useTranslations("formulas.instance");
  const missingLabels = useTranslations("formulas.missing");
  const before = returned && keptInput.read(formula.id);
  const [name, setName] = useState(before?.name ?? formula.name);
  const [configuration, setConfiguration] = useState<Record<string, unknown>>({
    ...before?.configuration,
    ...returned,
  });
  const [problems, setProblems] = useState<Record<string, string>>({});
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, error, isPending } = useMutation(
    trpc.formulaInstance.create.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.formulaInstance.pathFilter());
        keptInput.forget(formula.id);
        onOpenChange(false);
        toast(t("created", { name }), t("createdDescription"));
      },
    }),
  );

  function save() {
    const missing = missingOf(formula, { name, configuration }, missingLabels);
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    const given = { name: name.trim(), configuration: valuesIn(configuration) };
    mutate({ formulaId: formula.id, instance: formulaInstanceSchema.parse(given) });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      restoresFocus={() => opener() ?? true}
      hasInput={before !== undefined}
      title={t("new")}
      description={t("newDescription", { formula: formula.name })}
    >
      <Form noValidate onSubmit={save} className="grid gap-5">
        <TextField label={t("name")} required value={name} onChange={setName} problem={problems[""]} />
        <VariableFields
          formula={formula}
          values={configuration}
          onChange={setConfiguration}
          problems={problems}
          onLeave={() => keptInput.keep(formula.id, { name, configuration })}
        />
        {error && <Failed error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>{t("cancel")}</Button>
          <Button type="submit" kind="primary" isBusy={isPending}>
            {t("make")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
