"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { DeleteButton } from "../ui/delete-button.tsx";
import { DocsLink } from "../ui/docs-link.tsx";
import { downloadJson } from "../ui/download-json.ts";
import { isolated } from "../ui/isolated.ts";
import { Link } from "../ui/link.tsx";
import { Card } from "../ui/page.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { Differences, TestSummary } from "./test-results.tsx";

type Test = RouterOutputs["formulaTest"]["list"][number];

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

type RowProps = { formulaId: number; test: Test };

function TestRow({ formulaId, test: { id, name, steps, requests, createdDate, lastResult } }: RowProps) {
  const t = useTranslations("formula-tests");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const of = { formulaId, formulaTestId: id };
  const download = useMutation(
    trpc.formulaTest.read.mutationOptions({ onSuccess: (test) => downloadJson(test.name, test) }),
  );
  const remove = useMutation(
    trpc.formulaTest.remove.mutationOptions({
      async onSuccess() {
        toast(t("removed", { name: isolated(name) }));
        await queries.invalidateQueries(trpc.formulaTest.pathFilter());
      },
    }),
  );
  return (
    <li className="px-5 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="line-clamp-2 font-medium [overflow-wrap:anywhere]">{name}</p>
          <p className="text-muted text-xs">
            {t("facts", { steps, requests })} · <RelativeTime at={createdDate} />
          </p>
          <LastResult result={lastResult} />
        </div>
        <div className="flex items-center gap-2">
          <Button
            kind="quiet"
            aria-label={t("export", { name: isolated(name) })}
            isBusy={download.isPending}
            onClick={() => download.mutate(of)}
          >
            <Download aria-hidden="true" className="size-4" />
          </Button>
          <MayChange>
            <DeleteButton
              name={name}
              kind={t("kind")}
              description={t("remove")}
              isBusy={remove.isPending}
              error={remove.error}
              onDelete={() => remove.mutate(of)}
            />
          </MayChange>
        </div>
      </div>
      {download.error && <Failed error={download.error} />}
      {lastResult && !lastResult.passed && <Differences name={name} differences={lastResult.differences} />}
    </li>
  );
}

/** How the test went last, with what, and when. */
function LastResult({ result }: { result: Test["lastResult"] }) {
  const t = useTranslations("formula-tests");
  if (!result) return <p className="text-muted text-xs">{t("notRun")}</p>;
  const { passed, revision, ranDate } = result;
  return (
    <p className="text-xs">
      <span className={`font-medium ${passed ? "text-success" : "text-failure"}`}>
        <span aria-hidden="true">{passed ? "✔ " : "✖ "}</span>
        {t(passed ? "pass" : "fail")}
      </span>{" "}
      <span className="text-muted">
        {revision === null ? t("withDraft") : t("withRevision", { revision: String(revision) })} ·{" "}
        <RelativeTime at={ranDate} />
      </span>
    </p>
  );
}
