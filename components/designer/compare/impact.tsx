"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { type RouterInputs, type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { useMayChange } from "../../shell/may-change.tsx";
import { Button } from "../../ui/button.tsx";
import { isolated } from "../../ui/isolated.ts";
import { Link } from "../../ui/link.tsx";
import { Section } from "../../ui/page.tsx";
import { Failed, Loading } from "../../ui/states.tsx";

type Formula = NonNullable<RouterInputs["formulaTest"]["compare"]["formula"]>;
type Compared = {
  formulaId: number;
  from: number;
  /** A revision, or a definition that is not published. */
  to: number | { formula: object };
};

/** The effects of the later state of a formula: on its instances, and on its tests. */
export function Impact({ formulaId, from, to }: Compared) {
  const t = useTranslations("designer.compare");
  return (
    <Section title={t("impact")}>
      <div className="grid gap-6">
        {typeof to === "number" ? (
          <RevisionImpact {...{ formulaId, from, to }} />
        ) : (
          <DraftImpact {...{ formulaId, from }} formula={to.formula as Formula} />
        )}
        {useMayChange() && <TestImpact key={`${from} ${String(to)}`} {...{ formulaId, from, to }} />}
      </div>
    </Section>
  );
}

function RevisionImpact({ formulaId, from, to }: Omit<Compared, "to"> & { to: number }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.design.compare.queryOptions({ formulaId, revision: to, with: from }));
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return <InstanceImpact formulaId={formulaId} instances={data?.instances} />;
}

function DraftImpact({ formulaId, from, formula }: Omit<Compared, "to"> & { formula: Formula }) {
  const trpc = useTRPC();
  const { mutate, data, error } = useMutation(trpc.design.compareDraft.mutationOptions());
  const compare = useEffectEvent(() => mutate({ formulaId, from, formula }));
  useEffect(() => compare(), []);
  if (error) return <Failed error={error} onRetry={compare} />;
  return <InstanceImpact formulaId={formulaId} instances={data?.instances} />;
}

type Instances = RouterOutputs["design"]["compare"]["instances"];

function InstanceImpact({ formulaId, instances }: { formulaId: number; instances: Instances | undefined }) {
  const t = useTranslations("designer.compare");
  if (!instances) return <Loading what={t("loadingImpact")} />;
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
  const compare = useMutation(trpc.formulaTest.compare.mutationOptions());
  const { data: results, isPending: isBusy } = compare;
  const error = tests.error ?? compare.error;
  if (error) return <Failed error={error} />;
  if (!tests.data || tests.data.length === 0) return null;
  const run = () =>
    compare.mutate({ formulaId, from, ...(typeof to === "number" ? { to } : { formula: to.formula as Formula }) });
  const changed = results?.filter(({ passed, passedBefore }) => passed !== passedBefore) ?? [];
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p>{t("tests", { count: tests.data.length })}</p>
      <div role="status">
        {results && changed.length === 0 && <p>{t("sameTests")}</p>}
        {changed.length > 0 && (
          <ul aria-label={t("changedTests")} className="grid gap-1">
            {changed.map(({ id, name, passed }) => (
              <li key={id} className={`[overflow-wrap:anywhere] ${passed ? "text-success" : "text-failure"}`}>
                {t(passed ? "passesNow" : "failsNow", { name: isolated(name) })}
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
