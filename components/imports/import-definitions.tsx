"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { FormError, Source } from "../api/send-form.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { Page } from "../ui/page.tsx";
import { useToast } from "../ui/toasts.tsx";
import { ChooseDefinitions } from "./choose-definitions.tsx";
import {
  type DefinitionImport,
  type ImportChoices,
  requestDefinitionImport,
  requestPlan,
} from "./definition-import.ts";
import { DefinitionRows } from "./definition-rows.tsx";
import { ImportPlan } from "./import-plan.tsx";

type Sent = { source: Source; choices: ImportChoices };

/** Imports definitions in three steps: choose files, review the plan, see the result. */
export function ImportDefinitions() {
  const t = useTranslations("imports");
  const queries = useQueryClient();
  const toast = useToast();
  const [sent, setSent] = useState<Sent>();
  const latest = useRef<Sent>(undefined);
  const [plan, setPlan] = useState<DefinitionImport>();
  const planning = useMutation<DefinitionImport, FormError, Sent>({
    mutationFn: ({ source, choices }) => requestPlan(source, choices),
    onMutate(next) {
      latest.current = next;
      setSent(next);
    },
    // Another choice may be in progress.
    onSuccess(planned, choice) {
      if (choice !== latest.current) return;
      if (run.error) toast(t("plan.updated"));
      run.reset();
      setPlan(planned);
    },
  });
  const run = useMutation<DefinitionImport, FormError, Sent & { plan: DefinitionImport }>({
    mutationFn: ({ source, choices, plan }) => requestDefinitionImport(source, choices, plan),
    onSuccess: () => queries.invalidateQueries(),
  });
  function begin() {
    setSent(undefined);
    setPlan(undefined);
    planning.reset();
    run.reset();
  }
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/definitions-as-files">{t("docs")}</DocsLink>
        </>
      }
    >
      <MayChange isExplained>
        {run.data ? (
          <Done done={run.data} onAgain={begin} />
        ) : plan && sent ? (
          <ImportPlan
            plan={plan}
            choices={sent.choices}
            isPlanning={planning.isPending}
            isImporting={run.isPending}
            error={planning.error ?? run.error}
            isStale={!planning.error && run.error?.data?.field === "basedOn"}
            onUpdate={() => planning.mutate(sent)}
            onChoose={(choices) => planning.mutate({ ...sent, choices })}
            onImport={(skipBlocked) => run.mutate({ ...sent, plan, choices: { ...sent.choices, skipBlocked } })}
            onBack={begin}
          />
        ) : (
          <ChooseDefinitions
            isBusy={planning.isPending}
            error={planning.error}
            onChoose={(source) => planning.mutate({ source, choices: { instances: {}, except: [] } })}
          />
        )}
      </MayChange>
    </Page>
  );
}

function Done({ done: { definitions }, onAgain }: { done: DefinitionImport; onAgain: () => void }) {
  const t = useTranslations("imports.done");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const tried = definitions.filter(({ action }) => action === "create" || action === "update");
  const failed = tried.filter(({ error }) => error !== undefined).length;
  const title = t("title", { count: tried.length - failed });
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-xl tracking-tight outline-none">
          {title}
        </h2>
        <Button onClick={onAgain}>{t("again")}</Button>
      </div>
      {failed > 0 && <p className="text-failure text-sm">{t("failed", { count: failed })}</p>}
      <DefinitionRows label={title} definitions={definitions} isDone />
    </div>
  );
}
