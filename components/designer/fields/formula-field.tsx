"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { isExpression } from "#server/formula/property.ts";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { Link } from "../../ui/link.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { callCycles, calledFormula } from "../model/call-cycles.ts";
import { useDesign, useDraft } from "../model/design.ts";
import { isRecord, type PartRef, partOf } from "../model/draft.ts";
import { useSpeech } from "../model/speech.ts";
import { useFormulaCalls } from "../model/use-formula-calls.ts";
import { useLostReference } from "../model/use-known-ids.ts";
import { TemplateField } from "./template-field.tsx";

type Props = { at: PartRef; property: string; label: string; value: unknown; onChange: (value: unknown) => void };

/** The formula that a step runs, by its name; its variables, and a link to it. */
export function FormulaField({ at, property, label, value, onChange }: Props) {
  const speech = useSpeech();
  const t = useTranslations("designer.formulaField");
  const id = useId();
  const trpc = useTRPC();
  const draft = useDraft();
  const own = useDesign(({ formulaId }) => formulaId);
  const { data } = useQuery(trpc.formula.names.queryOptions());
  const calls = useFormulaCalls();
  const lost = useLostReference(at, property);
  const written = value === undefined || value === null ? "" : String(value);
  if (isExpression(value)) return <TemplateField at={at} label={label} value={written} onChange={onChange} />;
  const others = data?.filter((formula) => formula.id !== own) ?? [];
  const isKnown = others.some((formula) => String(formula.id) === written);
  const called = calledFormula(value);
  const circle = callCycles(draft, own, calls, speech).find((problem) => "step" in at && sameStep(problem.at, at.step));
  return (
    <div className="grid gap-1.5">
      <div className="flex items-end justify-between gap-2">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {called !== undefined && (
          <Link href={routeTo("design", { formulaId: called })} className="text-accent text-sm hover:underline">
            {t.rich("open", { hidden: (description) => <span className="sr-only">{description}</span> })}
          </Link>
        )}
      </div>
      <select
        id={id}
        value={written}
        onChange={(event) => onChange(event.target.value === "" ? undefined : Number(event.target.value))}
        className={INPUT_LOOK}
      >
        {!isKnown && <option value={written}>{written ? t("one", { id: written }) : t("choose")}</option>}
        {others.map((formula) => (
          <option key={formula.id} value={String(formula.id)}>
            {formula.name}
          </option>
        ))}
      </select>
      {circle && <p className="text-waiting text-xs">{circle.message}</p>}
      {lost && <p className="text-waiting text-xs">{lost}</p>}
      {called !== undefined && <SubFormulaVariables at={at} formulaId={called} />}
    </div>
  );
}

const sameStep = (ref: PartRef | undefined, step: string) => ref !== undefined && "step" in ref && ref.step === step;

/** The variables of the other formula, and the source of each value. */
function SubFormulaVariables({ at, formulaId }: { at: PartRef; formulaId: number }) {
  const t = useTranslations("designer.formulaField");
  const trpc = useTRPC();
  const draft = useDraft();
  const { data } = useQuery(trpc.formula.read.queryOptions({ formulaId }));
  if (!data || data.configuration.length === 0) return null;
  const { subFormulaConfigs } = partOf(draft, at)?.properties ?? {};
  const given = isRecord(subFormulaConfigs) ? subFormulaConfigs : {};
  const inherited = new Set(draft.configuration.map(({ key }) => key));
  const source = (key: string, required: boolean) =>
    Object.hasOwn(given, key) ? "set" : inherited.has(key) ? "inherited" : required ? "needed" : "unset";
  return (
    <div className="text-xs">
      <p className="text-muted">{t("usedVariables")}</p>
      <ul aria-label={t("variables")}>
        {data.configuration.map(({ key, required }) => {
          const from = source(key, required);
          return (
            <li key={key}>
              <code className="font-mono">{key}</code>{" "}
              <span className={from === "needed" ? "text-waiting" : "text-muted"}>{t(from)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
