"use client";

import { useTranslations } from "next-intl";
import { hasEnded } from "#server/formula/run-state.ts";
import { routeTo } from "../../screens/screens.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ClampedText } from "../../ui/clamped-text.tsx";
import { DocsLink } from "../../ui/docs-link.tsx";
import { Link } from "../../ui/link.tsx";
import { RerunButton } from "../rerun/rerun-dialog.tsx";
import { placeOf, type Run } from "../run-visits.ts";
import { useRunSelection } from "./use-run-selection.ts";

type Props = { run: Run; failure: NonNullable<Run["failure"]> };

/** Shows the failed step, the error and its source, the likely cause, and what to do. */
export function RunFailure({ run, failure }: Props) {
  const t = useTranslations("executions.failure");
  const { go } = useRunSelection();
  const causes = useTranslations("executions.causes");
  const { stepId, stepName, path, error, providerMessage, key, act } = failure;
  const step = run.steps.find(({ id }) => id === stepId);
  return (
    <section aria-label={t("title")} className="mb-6 rounded-2xl border border-failure/40 bg-surface p-5">
      <h2 className="font-semibold text-failure">
        <span aria-hidden="true">✖ </span>
        {stepName === null
          ? t("run")
          : t.rich(path === "" ? "step" : "stepInside", {
              step: () => (
                <button
                  type="button"
                  onClick={() => step && go({ ...placeOf(run, step), tab: null })}
                  className="font-mono underline decoration-dotted underline-offset-4"
                >
                  {stepName}
                </button>
              ),
            })}
      </h2>
      {error && (
        <div className="mt-1 break-words text-sm">
          <ClampedText text={error} lines={8} />
        </div>
      )}
      {providerMessage !== undefined && providerMessage !== "" && (
        <figure className="mt-3 rounded-lg bg-code p-3">
          <figcaption className="text-muted text-xs">{t("provider")}</figcaption>
          <blockquote className="mt-1 max-h-40 overflow-auto whitespace-pre-wrap break-words font-mono text-[0.8125rem]">
            {providerMessage}
          </blockquote>
        </figure>
      )}
      {key && (
        <p className="mt-3 text-sm leading-relaxed">
          <span className="font-medium">{t("cause")} </span>
          {causes(`${key}/cause`)} <span className="text-muted">{causes(`${key}/help`)}</span>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {hasEnded(run.state) && step && <RerunButton run={run} step={step} kind="primary" />}
        {act === "reconnect" && <LinkButton href={routeTo("connections")}>{t("connections")}</LinkButton>}
        {stepName !== null && path === "" && run.currentRevision !== null && (
          <LinkButton href={routeTo("design", { formulaId: run.formulaId, run: run.id, step: stepName })}>
            {t("design")}
          </LinkButton>
        )}
        {run.objectId && (
          <Link href={routeTo("runs", { q: run.objectId })} className="self-center text-accent text-sm hover:underline">
            {t("others", { id: run.objectId })}
          </Link>
        )}
        <DocsLink page="/debugging">{t("docs")}</DocsLink>
      </div>
    </section>
  );
}
