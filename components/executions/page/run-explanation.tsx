import { useTranslations } from "next-intl";

/** A summary of the run in sentences; long summaries start collapsed. */
export function RunExplanation({ sentences }: { sentences: string[] }) {
  const t = useTranslations("executions.story");
  const [first, ...rest] = sentences;
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
        {sentences.map((sentence) => (
          <li key={sentence} className="break-words">
            {sentence}
          </li>
        ))}
      </ol>
    </details>
  );
}
