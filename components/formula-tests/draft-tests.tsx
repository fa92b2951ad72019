"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { type RouterInputs, useTRPC } from "../api/trpc.ts";
import { Failed } from "../ui/states.tsx";
import { Differences, TestSummary } from "./test-results.tsx";

type Draft = NonNullable<RouterInputs["formulaTest"]["run"]["formula"]>;

/** The results of a formula's tests for a draft of it; they run when this is shown. Nothing without tests. */
export function DraftTests({ formulaId, formula }: { formulaId: number; formula: object }) {
  const t = useTranslations("formula-tests");
  const trpc = useTRPC();
  const tests = useQuery(trpc.formulaTest.list.queryOptions({ formulaId }));
  const queries = useQueryClient();
  const { mutate, data, error, isPending } = useMutation(
    trpc.formulaTest.run.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.formulaTest.list.queryFilter({ formulaId })),
    }),
  );
  const hasTests = (tests.data?.length ?? 0) > 0;
  // The server validates its input; a draft is a valid input of clients.
  const run = useEffectEvent(() => mutate({ formulaId, formula: formula as Draft }));
  useEffect(() => {
    if (hasTests) run();
  }, [hasTests]);
  if (!hasTests) return null;
  return (
    <section aria-label={t("title")} className="grid gap-2 rounded-xl border border-line p-4">
      <h3 className="font-medium text-sm">{t("title")}</h3>
      {isPending && (
        <p role="status" className="text-muted text-sm">
          {t("running")}
        </p>
      )}
      {error && <Failed error={error} />}
      {data && <TestSummary ran={data} />}
      {data?.results
        .filter(({ passed }) => !passed)
        .map((result) => (
          <div key={result.id}>
            <p className="font-medium text-sm [overflow-wrap:anywhere]">{result.name}</p>
            <Differences {...result} />
          </div>
        ))}
    </section>
  );
}
