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

type Difference = Ran["results"][number]["differences"][number];

/** The differences of a replay. */
export function Differences({ name, differences }: Pick<Ran["results"][number], "name" | "differences">) {
  const t = useTranslations("formula-tests");
  const text = useDifferenceText();
  return (
    <ul aria-label={t("differences", { name })} className="mt-2 grid gap-1 text-sm">
      {differences.map((difference) => (
        <li key={`${difference.kind} ${difference.at}`} className="[overflow-wrap:anywhere]">
          {text(difference)}
        </li>
      ))}
    </ul>
  );
}

/** Returns a sentence about a difference. */
function useDifferenceText(): (difference: Difference) => string {
  const t = useTranslations("formula-tests.difference");
  const portLabel = usePortLabel();
  const status = (name: string) => t(`statuses.${isStatus(name) ? name : "late"}`);
  const way = (type: string, took: string) => (took === "retry" ? t("retry") : portLabel(type, took));
  return ({ kind, at, type = "", expected = "", actual = "" }) => {
    if (kind === "way") return t(kind, { at, expected: way(type, expected), actual: way(type, actual) });
    if (kind === "status") return t(kind, { expected: status(expected), actual: status(actual) });
    if (kind === "error" && expected === "") return t("newError", { at, actual });
    if (kind === "error" && actual === "") return t("noError", { at, expected });
    const [, request = at, connection] = (kind === "request" && OF_INSTANCE.exec(at)) || [];
    if (connection !== undefined) return t("requestOf", { at: request, connection });
    return t(kind, { at, expected, actual });
  };
}

const STATUSES = ["success", "failed", "retry"] as const;
const isStatus = (name: string): name is (typeof STATUSES)[number] => STATUSES.some((status) => status === name);

/** A request with its connection, as `requestText` of the server writes it. */
const OF_INSTANCE = /^(.*) of element instance (\d+)$/s;
