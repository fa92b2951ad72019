"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { useMayChange } from "../../shell/may-change.tsx";
import { Button } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { Section } from "../../ui/page.tsx";
import { Failed, Loading } from "../../ui/states.tsx";

type Compared = { formulaId: number; from: number; to: number };

/** The effects of the later revision: on the instances of the formula, and on its tests. */
export function Impact(compared: Compared) {
  const t = useTranslations("designer.compare");
  return (
    <Section title={t("impact")}>
      <div className="grid gap-6">
        <InstanceImpact {...compared} />
        {useMayChange() && <TestImpact key={`${compared.from} ${compared.to}`} {...compared} />}
      </div>
    </Section>
  );
}

function InstanceImpact({ formulaId, from, to }: Compared) {
  const t = useTranslations("designer.compare");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.design.compare.queryOptions({ formulaId, revision: to, with: from }));
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what={t("loadingImpact")} />;
  const { instances } = data;
  const broken = instances.filter(({ problems }) => problems.length > 0);
  return (
    <div className="grid gap-2 text-sm">
      <p className={broken.length > 0 ? "font-medium text-failure" : ""}>
        {t("instances", { count: instances.length, broken: broken.length })}
      </p>
      {broken.length > 0 && (
        <ul aria-label={t("broken")} className="grid gap-2">
          {broken.map(({ id, name, problems }) => (
            <li key={id} className="min-w-0 [overflow-wrap:anywhere]">
              <Link
                href={routeTo("formulaInstance", { formulaId, formulaInstanceId: id })}
                className="text-accent underline"
              >
                {name}
              </Link>
              {problems.map((problem) => (
                <span key={problem} translate="no" className="block text-muted">
                  {problem}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Replays the tests with both revisions on request, since that can take a while. */
function TestImpact({ formulaId, from, to }: Compared) {
  const t = useTranslations("designer.compare");
  const trpc = useTRPC();
  const tests = useQuery(trpc.formulaTest.list.queryOptions({ formulaId }));
  const before = useMutation(trpc.formulaTest.run.mutationOptions());
  const after = useMutation(trpc.formulaTest.run.mutationOptions());
  const error = tests.error ?? before.error ?? after.error;
  if (error) return <Failed error={error} />;
  if (!tests.data || tests.data.length === 0) return null;
  const run = () => {
    before.mutate({ formulaId, revision: from });
    after.mutate({ formulaId, revision: to });
  };
  const isBusy = before.isPending || after.isPending;
  const passedBefore = new Map(before.data?.results.map(({ id, passed }) => [id, passed]));
  const results = before.data && after.data?.results;
  const changed = results?.filter(({ id, passed }) => passedBefore.get(id) !== passed) ?? [];
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p>{t("tests", { count: tests.data.length })}</p>
      <div role="status">
        {results && changed.length === 0 && <p>{t("sameTests")}</p>}
        {changed.length > 0 && (
          <ul aria-label={t("changedTests")} className="grid gap-1">
            {changed.map(({ id, name, passed }) => (
              <li key={id} className={`[overflow-wrap:anywhere] ${passed ? "text-success" : "text-failure"}`}>
                {t(passed ? "passesNow" : "failsNow", { name })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button isBusy={isBusy} onClick={run}>
        {t("runTests")}
      </Button>
    </div>
  );
}
