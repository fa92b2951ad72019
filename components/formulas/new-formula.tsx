"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useState } from "react";
import { formulaSchema } from "#server/formula/shape.ts";
import { useTRPC } from "../api/trpc.ts";
import { stepColor } from "../definitions/step-color.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { isolated } from "../ui/isolated.ts";
import { Page } from "../ui/page.tsx";
import { Failed } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { TEMPLATES } from "./templates.ts";
import { useTriggerText } from "./trigger-text.ts";

/** Creates a formula from a template, from a file, or from scratch. */
export function NewFormula() {
  const t = useTranslations("formulas");
  const trpc = useTRPC();
  const openScreen = useOpenScreen();
  const toast = useToast();
  const queries = useQueryClient();
  const [unreadable, setUnreadable] = useState("");
  const { mutate, error, isPending, variables } = useMutation(
    trpc.formula.create.mutationOptions({
      onSuccess: async ({ id, name }) => {
        await queries.invalidateQueries(trpc.formula.pathFilter());
        toast(t("new.created", { name: isolated(name) }), t("new.createdDescription"));
        await openScreen(routeTo("formula", { formulaId: id }));
      },
    }),
  );

  async function importFile({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = "";
    if (!file) return;
    const read = formulaSchema.safeParse(parsed(await file.text()));
    setUnreadable(
      read.success
        ? ""
        : `${file.name}: ${read.error.issues
            .map(({ path, message }) => `${path.join(".")} ${message}`)
            .slice(0, 3)
            .join("; ")}`,
    );
    if (read.success && !isPending) mutate(read.data);
  }

  return (
    <Page
      title={t("new.title")}
      back={{ href: routeTo("formulas"), label: t("list.title") }}
      description={t("new.description")}
    >
      {error && (
        <div className="mb-6">
          <Failed error={error} />
        </div>
      )}
      <section aria-labelledby="templates">
        <h2 id="templates" className="font-semibold text-xl tracking-tight">
          {t("new.templates")}
        </h2>
        <ul className="mt-4 grid gap-4 lg:grid-cols-3">
          {TEMPLATES.map(({ key, formula }) => (
            <li key={key} className="flex flex-col rounded-2xl border border-line bg-surface p-5 shadow-sm">
              <h3 className="font-semibold">{formula.name}</h3>
              <p className="mt-1.5 text-muted text-sm leading-relaxed">{t(`templates.${key}`)}</p>
              <StepStrip formula={formulaSchema.parse(formula)} />
              <MayChange>
                <div className="mt-auto pt-5">
                  <Button
                    aria-label={t("new.useOne", { name: formula.name })}
                    isBusy={isPending && variables?.name === formula.name}
                    onClick={() => !isPending && mutate(formulaSchema.parse(formula))}
                  >
                    {t("new.use")}
                  </Button>
                </div>
              </MayChange>
            </li>
          ))}
        </ul>
      </section>
      <MayChange isExplained>
        <section aria-labelledby="others" className="mt-12">
          <h2 id="others" className="font-semibold text-xl tracking-tight">
            {t("new.or")}
          </h2>
          <div className="mt-4 flex flex-wrap gap-3">
            <LinkButton href={routeTo("newDesign")}>{t("new.draw")}</LinkButton>
            <label className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-lg border border-line bg-surface px-4 py-2 font-medium text-sm focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2 hover:border-accent hover:bg-tint">
              <FileUp aria-hidden="true" className="size-4" />
              {t("new.import")}
              <input type="file" accept="application/json,.json" onChange={importFile} className="sr-only" />
            </label>
          </div>
          {unreadable && (
            <p role="alert" className="mt-3 text-failure text-sm">
              {t("new.unreadable", { problems: unreadable })}
            </p>
          )}
        </section>
      </MayChange>
    </Page>
  );
}

/** The trigger and the steps of a template, in order. */
export function StepStrip({ formula: { triggers, steps } }: { formula: ReturnType<typeof formulaSchema.parse> }) {
  const triggerText = useTriggerText();
  const [trigger] = triggers;
  return (
    <ol className="mt-4 grid gap-1.5 text-sm">
      {trigger && <Stop color="bg-step-trigger">{triggerText(trigger)}</Stop>}
      {steps.map(({ name, type }) => (
        <Stop key={name} color={stepColor(type)}>
          <code className="line-clamp-2 font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{name}</code>
        </Stop>
      ))}
    </ol>
  );
}

function Stop({ color, children }: { color: string; children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-2.5">
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${color}`} />
      {children}
    </li>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
