"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useRef, useState } from "react";
import { SETTING } from "#server/formula/instance-settings.ts";
import { useTRPC } from "../api/trpc.ts";
import { MayChange, MayChangeFields } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { focusAfter } from "../ui/focus-after.ts";
import { Card } from "../ui/page.tsx";
import { PageForm } from "../ui/page-form.tsx";
import { Failed } from "../ui/states.tsx";
import { INPUT_LOOK, TextField } from "../ui/text-field.tsx";
import { useToast } from "../ui/toasts.tsx";
import type { Formula, Instance } from "./formula-answers.ts";
import { changesOf, draftOf, type InstanceDraft, missingOf } from "./instance-draft.ts";
import { KeptInput } from "./kept-input.ts";
import { useReturned } from "./use-returned.ts";
import { VariableFields } from "./variable-fields.tsx";

const keptInput = new KeptInput<InstanceDraft>();

/** Edits an instance: its connections and variables, who is notified of failures, and when it is deactivated. */
export function InstanceForm({ formula, instance }: { formula: Formula; instance: Instance }) {
  const t = useTranslations("formulas.form");
  const missingLabels = useTranslations("formulas.missing");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const { returned, forget } = useReturned(formula);
  const [draft, setDraft] = useState(() => {
    const before = (returned && keptInput.read(instance.id)) ?? draftOf(instance);
    return { ...before, configuration: { ...before.configuration, ...returned } };
  });
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { mutate, error, isPending } = useMutation(
    trpc.formulaInstance.change.mutationOptions({
      onSuccess: async ({ name }) => {
        keptInput.forget(instance.id);
        forget();
        await queries.invalidateQueries(trpc.formulaInstance.pathFilter());
        toast(t("changed", { name }), t("changedDescription"));
      },
    }),
  );
  const isChanged =
    JSON.stringify(changesOf(draft, instance)) !== JSON.stringify(changesOf(draftOf(instance), instance));
  const setting = (key: string) => ({
    value: draft.settings[key] ?? "",
    onChange: (value: string) => setDraft({ ...draft, settings: { ...draft.settings, [key]: value } }),
  });

  function save() {
    const missing = missingOf(formula, draft, missingLabels);
    focusAfter(
      () => setProblems(missing),
      () => form.current?.querySelector<HTMLElement>("[aria-invalid=true]"),
    );
    if (Object.keys(missing).length === 0)
      mutate({ formulaInstanceId: instance.id, changes: changesOf(draft, instance) });
  }

  return (
    <PageForm ref={form} isUnsaved={isChanged && !isPending} noValidate onSubmit={save} className="grid gap-6">
      <MayChangeFields>
        <Card className="divide-y divide-line">
          <Part title={t("uses")}>
            <TextField
              label={t("name")}
              required
              value={draft.name}
              onChange={(name) => setDraft({ ...draft, name })}
              problem={problems[""]}
            />
            <VariableFields
              formula={formula}
              values={draft.configuration}
              onChange={(configuration) => setDraft({ ...draft, configuration })}
              problems={problems}
              instanceId={instance.id}
              onLeave={() => keptInput.keep(instance.id, draft)}
            />
            <Tick
              label={t("oneAtATime")}
              help={t("oneAtATimeHelp")}
              checked={draft.singleThreaded}
              onChange={(singleThreaded) => setDraft({ ...draft, singleThreaded })}
            />
          </Part>
          <Part title={t("notifications")}>
            <TextField
              label={t("email")}
              required={false}
              type="email"
              placeholder="ops@example.com"
              {...setting(SETTING.email)}
            />
            <TextField
              label={t("webhook")}
              required={false}
              type="url"
              placeholder="https://example.com/failures"
              help={t("webhookHelp")}
              {...setting(SETTING.webhook)}
            />
            <NotifiedFailures {...setting(SETTING.failures)} />
          </Part>
          <Part title={t("failing")}>
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                label={t("warnAfter")}
                type="number"
                min={1}
                max={99_999}
                help={t("warnAfterHelp")}
                {...setting(SETTING.warnAfter)}
              />
              <TextField
                label={t("stopAfter")}
                type="number"
                min={1}
                max={99_999}
                help={t("stopAfterHelp")}
                {...setting(SETTING.stopAfter)}
              />
            </div>
          </Part>
        </Card>
      </MayChangeFields>
      {error && <Failed error={error} />}
      <MayChange>
        <div>
          <Button type="submit" kind="primary" isBusy={isPending}>
            {t("save")}
          </Button>
        </div>
      </MayChange>
    </PageForm>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-5 p-6">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}

function NotifiedFailures({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations("formulas.form");
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {t("notifyAbout")}
      </label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)} className={INPUT_LOOK}>
        <option value="every">{t("everyFailure")}</option>
        <option value="first">{t("firstFailures")}</option>
      </select>
    </div>
  );
}

type TickProps = { label: string; help: string; checked: boolean; onChange: (checked: boolean) => void };

function Tick({ label, help, checked, onChange }: TickProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        aria-describedby={`${id}-description`}
        className="mt-0.5 size-5 accent-accent"
      />
      <div>
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        <p id={`${id}-description`} className="text-muted text-sm">
          {help}
        </p>
      </div>
    </div>
  );
}
