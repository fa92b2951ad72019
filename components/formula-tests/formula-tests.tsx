"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { Link } from "../ui/link.tsx";
import { Card } from "../ui/page.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { TestSummary } from "./test-results.tsx";
import { TestRow } from "./test-row.tsx";

/** The tests of a formula, and their results for its published revision. */
export function FormulaTests({ formulaId }: { formulaId: number }) {
  const t = useTranslations("formula-tests");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.formulaTest.list.queryOptions({ formulaId }));
  const queries = useQueryClient();
  const run = useMutation(
    trpc.formulaTest.run.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.formulaTest.list.queryFilter({ formulaId })),
    }),
  );
  return (
    <section aria-labelledby="tests" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="tests" className="font-semibold text-xl tracking-tight">
          {t("title")}
        </h2>
        {data && data.length > 0 && (
          <MayChange>
            <Button isBusy={run.isPending} onClick={() => run.mutate({ formulaId })}>
              {t("run")}
            </Button>
          </MayChange>
        )}
      </div>
      <p className="mt-1 text-muted text-sm">
        {t("description")} <DocsLink page="/formula-tests">{t("docs")}</DocsLink>
      </p>
      <div className="mt-4 grid gap-4">
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading what={t("loading")} />}
        {data?.length === 0 && (
          <p className="text-sm">
            {t("none")}{" "}
            <Link href={routeTo("runs", { formulaId })} className="text-accent underline">
              {t("runs")}
            </Link>
          </p>
        )}
        {run.error && <Failed error={run.error} />}
        {run.data && <TestSummary ran={run.data} />}
        {data && data.length > 0 && (
          <Card>
            <ul aria-label={t("title")} className="divide-y divide-line">
              {data.map((test) => (
                <TestRow key={test.id} formulaId={formulaId} test={test} />
              ))}
            </ul>
          </Card>
        )}
      </div>
    </section>
  );
}
