"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { JsonCopy } from "../../fields/json-copy.tsx";
import { useHasUnapplied } from "../../fields/unapplied-texts.tsx";
import { MayChangeFields } from "../../shell/may-change.tsx";
import { Button } from "../../ui/button.tsx";
import { FormOrJson } from "../fields/form-or-json.tsx";
import { useBuilder, useElement } from "../model/builder.ts";
import { openElement } from "../model/element-draft.ts";
import type { Problem } from "../model/problem.ts";
import { useShownProblems } from "../model/problems.tsx";
import { ownedBy } from "../model/slice.ts";
import { useProblemLine } from "../model/use-place-names.ts";
import { PARTS, type PartName } from "./registry.ts";

/** One part of the element: its form, or the same as JSON. */
export function PartFrame({ name }: { name: PartName }) {
  const t = useTranslations("builder");
  const [isJson, setIsJson] = useState(useHasUnapplied(name));
  const { Panel, isBrowsed = false } = PARTS[name];
  return (
    <section aria-labelledby="builder-part" className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="builder-part" tabIndex={-1} className="font-semibold text-xl tracking-tight outline-none">
            {t(`parts.${name}.label`)}
          </h2>
          <p className="mt-1 max-w-2xl text-muted text-sm">{t(`parts.${name}.summary`)}</p>
        </div>
        <FormOrJson isJson={isJson} onChange={setIsJson} />
      </div>
      {isJson ? (
        <PartJson name={name} onClose={() => setIsJson(false)} />
      ) : (
        <>
          <PartProblems name={name} />
          {isBrowsed ? (
            <Panel />
          ) : (
            <MayChangeFields>
              <Panel />
            </MayChangeFields>
          )}
        </>
      )}
    </section>
  );
}

function PartProblems({ name }: { name: PartName }) {
  const problems = ownedBy(PARTS[name].slice, useElement(), useShownProblems());
  return problems.length > 0 && <ProblemLines name={name} problems={problems} />;
}

/** The problems of the part; each leads to its field. */
function ProblemLines({ name, problems }: { name: PartName; problems: readonly Problem[] }) {
  const t = useTranslations("builder.problems");
  const goTo = useBuilder((builder) => builder.goTo);
  const item = useBuilder((builder) => builder.item);
  const lineOf = useProblemLine();
  return (
    <ul aria-label={t("title")} className="grid gap-1 rounded-xl border border-failure/40 bg-surface p-3 text-sm">
      {problems.slice(0, 20).map((problem) => {
        const { place, message } = lineOf(problem);
        const { path } = problem;
        return (
          <li key={`${path.join(".")} ${message}`}>
            <button
              type="button"
              onClick={() => goTo(name, typeof path[1] === "number" ? String(path[1]) : item, path)}
              className="text-left text-failure hover:underline"
            >
              <span aria-hidden="true">✖ </span>
              {place && <span className="break-all font-medium">{place} </span>}
              {message}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The part as JSON; fields that the form does not know are preserved. */
function PartJson({ name, onClose }: { name: PartName; onClose: () => void }) {
  const t = useTranslations("builder");
  const draft = useElement();
  const edit = useBuilder((builder) => builder.edit);
  const { slice } = PARTS[name];
  function apply(json: unknown) {
    const element = openElement(json);
    edit((present) => slice.write(present, element), { announce: t("announcements.json") });
    onClose();
  }
  return (
    <div className="grid gap-3">
      <JsonCopy
        name={name}
        label={t("view.partJson", { part: t(`parts.${name}.label`) })}
        value={slice.read(draft)}
        rows={26}
        onApply={apply}
      >
        <Button onClick={onClose}>{t("view.back")}</Button>
      </JsonCopy>
    </div>
  );
}
