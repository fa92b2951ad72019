"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { RunRow } from "../executions/list/run-row.tsx";
import { useLive } from "../executions/use-live.ts";
import { routeTo } from "../screens/screens.ts";
import { Link } from "../ui/link.tsx";
import { Card, Section } from "../ui/page.tsx";
import { Failed, Loading } from "../ui/states.tsx";

const SHOWN = 5;

/** The latest runs of a formula, updated live. */
export function FormulaRuns({ formulaId }: { formulaId: number }) {
  const t = useTranslations("formulas.runs");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.execution.list.queryOptions({ formulaId }));
  useLive({ isOn: true, onChange: () => void refetch() });
  const runs = data?.items.slice(0, SHOWN) ?? [];
  return (
    <Section
      title={t("title")}
      actions={
        <Link href={routeTo("runs", { formulaId })} className="text-accent text-sm hover:underline">
          {t("all")}
        </Link>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("loading")} />}
      {data && runs.length === 0 && <p className="text-muted text-sm">{t("none")}</p>}
      {runs.length > 0 && (
        <Card className="overflow-hidden">
          <ul aria-label={t("title")} className="@container divide-y divide-line">
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}
