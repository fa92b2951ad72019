import { useTranslations } from "next-intl";
import type { RouterOutputs } from "../api/trpc.ts";
import { usePortLabel } from "../definitions/use-port-label.ts";

export type Ran = RouterOutputs["formulaTest"]["run"];

/** The number of passed tests, and the arrows of the formula that no test takes. */
export function TestSummary({ ran: { results, coverage } }: { ran: Ran }) {
  const t = useTranslations("formula-tests");
  const portLabel = usePortLabel();
  const failed = results.filter(({ passed }) => !passed).length;
  return (
    <div className="grid gap-1 text-sm">
      <p role="status" className={failed > 0 ? "font-medium text-failure" : "font-medium text-success"}>
        {failed > 0 ? t("failed", { failed, count: results.length }) : t("passed", { count: results.length })}
      </p>
      {coverage.edges > 0 && (
        <p className="text-muted">{t("coverage", { covered: coverage.covered, edges: coverage.edges })}</p>
      )}
      {coverage.missing.length > 0 && (
        <details className="text-muted">
          <summary className="cursor-pointer">{t("missing")}</summary>
          <ul className="mt-1 list-disc pl-5">
            {coverage.missing.map(({ step, type, took, to }) => (
              <li key={`${step} ${took}`} className="[overflow-wrap:anywhere]">
                {t("edge", { step, took: portLabel(type, took), to: to.join(", ") })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

type Kind = Ran["results"][number]["differences"][number]["kind"];

const sentenceOf = (kind: Kind, expected: string, actual: string): Kind | "newError" | "noError" =>
  kind !== "error" ? kind : expected === "" ? "newError" : actual === "" ? "noError" : kind;

/** The differences of a replay. */
export function Differences({ name, differences }: Pick<Ran["results"][number], "name" | "differences">) {
  const t = useTranslations("formula-tests");
  return (
    <ul aria-label={t("differences", { name })} className="mt-2 grid gap-1 text-sm">
      {differences.map(({ kind, at, expected = "", actual = "" }) => (
        <li key={`${kind} ${at}`} className="[overflow-wrap:anywhere]">
          {t(`difference.${sentenceOf(kind, expected, actual)}`, { at, expected, actual })}
        </li>
      ))}
    </ul>
  );
}
