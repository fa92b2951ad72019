"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { Failed } from "../ui/states.tsx";
import { FieldHelp, FieldLabel, INPUT_LOOK } from "../ui/text-field.tsx";
import type { Formula, Instance } from "./formula-answers.ts";
import { sampleInput } from "./sample-input.ts";

type Props = { formula: Formula; instance: Instance; open: boolean; onOpenChange: (open: boolean) => void };

/** Runs an instance once with an input entered by the user, and opens the run. */
export function RunDialog({ formula, instance, open, onOpenChange }: Props) {
  const t = useTranslations("formulas.run");
  const id = useId();
  const [text, setText] = useState(() => JSON.stringify(sampleInput(formula, instance.configuration), null, 2));
  const [problem, setProblem] = useState("");
  const openScreen = useOpenScreen();
  const trpc = useTRPC();
  const { mutate, error, isPending } = useMutation(
    trpc.formulaInstance.run.mutationOptions({
      onSuccess: ([run]) => run && openScreen(routeTo("run", { executionId: run.id })),
    }),
  );

  function start() {
    const payload = readJson(text);
    setProblem(payload === INVALID ? t("unreadable") : "");
    if (payload !== INVALID) mutate({ formulaInstanceId: instance.id, payload });
  }

  const [trigger] = formula.triggers;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title", { name: instance.name })}
      description={t(trigger && TRIGGER_TYPES[trigger.type].source === "events" ? "eventDescription" : "description")}
    >
      <Form onSubmit={start} className="grid gap-4">
        <div className="grid gap-1.5">
          <FieldLabel id={id} label={t("input")} />
          <textarea
            id={id}
            rows={10}
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-description` : undefined}
            className={`${INPUT_LOOK} font-mono text-[0.8125rem] leading-relaxed`}
          />
          <FieldHelp id={id} problem={problem} />
        </div>
        {error && <Failed error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>{t("cancel")}</Button>
          <Button type="submit" kind="primary" isBusy={isPending}>
            {t("verb")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const INVALID = Symbol("not JSON");

function readJson(text: string): unknown {
  try {
    return text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    return INVALID;
  }
}
