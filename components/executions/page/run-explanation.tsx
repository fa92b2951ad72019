import { useTranslations } from "next-intl";
import type { Sentence } from "#server/formula/explain-run.ts";
import { useDefinitionLabels } from "../../definitions/use-definition-labels.ts";

/** A summary of the run in paragraphs; long summaries start collapsed. */
export function RunExplanation({ explanation }: { explanation: readonly Sentence[][] }) {
  const t = useTranslations("executions.story");
  const paragraphs = explanation.map(useDefinitionLabels().paragraph);
  const [first, ...rest] = paragraphs;
  const last = rest.at(-1);
  return (
    <details className="group mb-6 rounded-2xl border border-line bg-surface px-5 py-3 text-sm">
      <summary className="marker:text-muted">
        <span className="font-medium">{t("title")}</span>
        <span className="text-muted group-open:hidden">
          {" "}
          · {first} {last}
        </span>
      </summary>
      <ol className="mt-3 grid list-decimal gap-1.5 pl-5 leading-relaxed">
        {paragraphs.map((paragraph) => (
          <li key={paragraph} className="break-words">
            {paragraph}
          </li>
        ))}
      </ol>
    </details>
  );
}
