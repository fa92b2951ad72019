"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { Card, Section } from "../ui/page.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useIsWide } from "../ui/use-is-wide.ts";
import { mergedDraft } from "./compare/merged-draft.ts";
import { isPart, PartDifferences, partName } from "./compare/part-differences.tsx";
import { FormulaGraph } from "./formula-graph.tsx";
import { openDraft, refOf } from "./model/draft.ts";
import { useSpeech } from "./model/speech.ts";
import { changesBetween } from "./publish/draft-changes.ts";
import { FormulaChanges } from "./publish/formula-changes.tsx";

type Compared = {
  formulaId: number;
  from: number;
  /** A revision, or a definition that is not published. */
  to: number | { formula: unknown };
};

/** The changes between two states of a formula: a list, both in one graph, and the lines of the chosen part. */
export function ComparedFormulas({ formulaId, from, to }: Compared) {
  const t = useTranslations("designer.compare");
  const speech = useSpeech();
  const trpc = useTRPC();
  const forever = { staleTime: Number.POSITIVE_INFINITY };
  const old = useQuery({ ...trpc.design.revision.queryOptions({ formulaId, revision: from }), ...forever });
  const isPublished = typeof to === "number";
  const now = useQuery({
    ...trpc.design.revision.queryOptions({ formulaId, revision: isPublished ? to : from }),
    ...forever,
    enabled: isPublished,
  });
  const later = isPublished ? now.data?.formula : to.formula;
  const isWide = useIsWide();
  const [selected, setSelected] = useState<string | null>(null);
  const compared = useMemo(() => {
    if (!old.data || !later) return null;
    const [before, after] = [openDraft(old.data.formula), openDraft(later)];
    const changes = changesBetween(before, after, speech);
    return {
      ...{ before, after, changes },
      marks: new Map(changes.filter(({ id }) => isPart(id)).map(({ id, what }) => [id, what])),
      drawn: { formulaId, revision: from, formula: mergedDraft(before, after) },
    };
  }, [old.data, later, speech, formulaId, from]);
  const error = old.error ?? now.error;
  if (error) return <Failed error={error} />;
  if (!compared) return <Loading what={t("loading")} />;
  const { before, after, changes, marks, drawn } = compared;
  const name = selected === null ? null : "step" in refOf(selected) ? partName(selected) : "trigger";
  return (
    <Section title={t("differences")}>
      <div className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <Card className="min-w-0 self-start p-4">
          <FormulaChanges changes={changes} none={t("none")} selected={selected} onSelect={setSelected} />
        </Card>
        <div className="grid min-w-0 content-start gap-6">
          {isWide && (
            <section
              aria-label={t("graph")}
              className="h-[28rem] overflow-hidden rounded-2xl border border-line bg-ground"
            >
              <FormulaGraph
                revision={drawn}
                marks={marks}
                selected={name}
                onSelect={(step) => setSelected(step === "trigger" ? "trigger:0" : `step:${step}`)}
              />
            </section>
          )}
          {selected !== null && isPart(selected) && (
            <Card className="min-w-0 p-4">
              <h3 className="mb-3 truncate font-medium">
                {t("differencesOf", {
                  name: "step" in refOf(selected) ? partName(selected) : speech.t("layout.trigger"),
                })}
              </h3>
              <PartDifferences before={before} after={after} id={selected} />
            </Card>
          )}
        </div>
      </div>
    </Section>
  );
}
