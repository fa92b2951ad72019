"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { checklistOf } from "#server/element/checklist/checklist.ts";
import { elementSchema } from "#server/element/shape.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useBuilder, useElement } from "./model/builder.ts";
import type { ElementDraft } from "./model/element-draft.ts";
import { setAt } from "./model/paths.ts";
import { partAt } from "./parts/registry.ts";

type Finding = ReturnType<typeof checklistOf>[number];
type Fix = NonNullable<Finding["fix"]>;

const MOST_SHOWN = 100;

const withFix = (draft: ElementDraft, fix: Fix): ElementDraft =>
  fix.reduce((fixed, { path, value }) => setAt(fixed, path, value), draft);

/** Lists violations of the conventions of elements, with one-click fixes if they are certain. */
export function ChecklistDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("builder.checklist");
  const draft = useElement();
  const edit = useBuilder((builder) => builder.edit);
  const goTo = useBuilder((builder) => builder.goTo);
  const mayChange = useBuilder((builder) => builder.mayChange);
  const findings = useMemo(() => {
    const parsed = elementSchema.safeParse(draft);
    return parsed.success ? checklistOf(parsed.data) : null;
  }, [draft]);
  const fixes = findings?.flatMap(({ fix }) => (fix ? [fix] : [])) ?? [];
  return (
    <Dialog title={t("title")} description={t("description")} open onOpenChange={onClose}>
      {findings === null && <p className="text-failure text-sm">{t("problemsFirst")}</p>}
      {findings?.length === 0 && <p className="text-sm text-success">{t("none")}</p>}
      {findings && findings.length > 0 && (
        <div className="grid min-w-0 gap-4">
          <ul aria-label={t("findings")} className="grid min-w-0 gap-3">
            {findings.slice(0, MOST_SHOWN).map(({ rule, path, message, fix }) => (
              <li key={`${rule} ${path.join(".")}`} className="flex min-w-0 items-start gap-3 text-sm">
                <button
                  type="button"
                  onClick={() => {
                    onClose();
                    goTo(partAt(draft, path), typeof path[1] === "number" ? String(path[1]) : null, path);
                  }}
                  className="min-w-0 flex-1 break-words text-left [overflow-wrap:anywhere] hover:text-accent"
                >
                  {message}
                </button>
                {fix && mayChange && (
                  <Button onClick={() => edit((present) => withFix(present, fix), { announce: t("fixed") })}>
                    {t("fix")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {findings.length > MOST_SHOWN && (
            <p className="text-muted text-sm">{t("more", { count: findings.length - MOST_SHOWN })}</p>
          )}
          {fixes.length > 1 && mayChange && (
            <Button
              kind="primary"
              className="justify-self-end"
              onClick={() =>
                edit((present) => fixes.reduce(withFix, present), { announce: t("allFixed", { count: fixes.length }) })
              }
            >
              {t("fixAll", { count: fixes.length })}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}
