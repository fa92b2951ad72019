import { useTranslations } from "next-intl";
import type { Run } from "../run-visits.ts";

export type RevisionChoice = "ran" | "current";
type Ran = Pick<Run, "revision" | "currentRevision" | "isTrial">;
type Props = {
  run: Ran;
  value: RevisionChoice;
  onChange: (value: RevisionChoice) => void;
  /** Why the current revision cannot be used. */
  reason?: string | null;
};

/** The default choice: the current revision, or the original revision for test runs of a draft. */
export const usualRevision = ({ isTrial, currentRevision }: Ran): RevisionChoice =>
  isTrial || currentRevision === null ? "ran" : "current";

/** Selects the revision to run, if the formula has changed since the original run. */
export function RevisionField({ run: { revision, currentRevision, isTrial }, value, onChange, reason = null }: Props) {
  const t = useTranslations("executions.revision");
  if (currentRevision === revision) return null;
  const isThere = currentRevision !== null && reason === null;
  const choices = [
    {
      choice: "ran" as const,
      description: isTrial ? t("tried") : t("was", { revision: String(revision) }),
      isOpen: true,
    },
    {
      choice: "current" as const,
      description: t("is", { revision: String(currentRevision ?? t("deleted")) }),
      isOpen: isThere,
    },
  ];
  return (
    <fieldset className="grid gap-2 text-sm">
      <legend className="mb-1.5 font-medium">{t("title")}</legend>
      {choices.map(({ choice, description, isOpen }) => (
        <label key={choice} className={`flex items-center gap-2 ${isOpen ? "" : "text-muted"}`}>
          <input
            type="radio"
            name="revision"
            checked={value === choice}
            disabled={!isOpen}
            onChange={() => onChange(choice)}
            className="size-4 accent-[var(--accent)]"
          />
          {description}
        </label>
      ))}
      {reason && <p className="text-muted">{t("refused", { reason })}</p>}
    </fieldset>
  );
}
