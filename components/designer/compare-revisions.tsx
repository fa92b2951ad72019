"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { type Answer, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { currentQuery, replaceQuery } from "../shell/query-string.ts";
import { MoreRows } from "../ui/more-rows.tsx";
import { Card, Page } from "../ui/page.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { useFormat } from "../ui/use-format.ts";
import { useIsWide } from "../ui/use-is-wide.ts";
import { Impact } from "./compare/impact.tsx";
import { mergedDraft } from "./compare/merged-draft.ts";
import { isPart, PartDifferences, partName } from "./compare/part-differences.tsx";
import { FormulaGraph } from "./formula-graph.tsx";
import { openDraft, refOf } from "./model/draft.ts";
import { useSpeech } from "./model/speech.ts";
import { ChangeList } from "./publish/change-list.tsx";
import { changesBetween } from "./publish/draft-changes.ts";

type Revision = Answer["design"]["revisions"]["revisions"][number];

/** Two revisions of a formula: what changed, drawn in one graph, and what it means. Which two is in the address. */
export function CompareRevisions({ formulaId }: { formulaId: number }) {
  const t = useTranslations("designer.compare");
  const titles = useTranslations("shell.titles");
  const trpc = useTRPC();
  const search = useSearchParams();
  const { data, error, refetch, ...more } = useInfiniteQuery(
    trpc.design.revisions.infiniteQueryOptions({ formulaId }, { getNextPageParam: ({ next }) => next ?? undefined }),
  );
  const formula = useQuery(trpc.formula.read.queryOptions({ formulaId }));
  const name = formula.data?.name ?? "";
  const revisions = data?.pages.flatMap((page) => page.revisions) ?? [];
  const current = data?.pages[0]?.current ?? 0;
  const to = numberIn(search.get("to")) ?? current;
  const from = numberIn(search.get("from")) ?? Math.max(to - 1, 1);
  const failure = error ?? formula.error;
  const choose = (side: "from" | "to") => (number: string) => {
    const next = currentQuery();
    next.set("from", String(from));
    next.set("to", String(to));
    next.set(side, number);
    replaceQuery(next);
  };
  return (
    <Page
      title={t("title")}
      kind={titles("revisions")}
      back={{ href: routeTo("formula", { formulaId }), label: name || titles("formula") }}
      description={t("description")}
    >
      {failure ? (
        <Failed error={failure} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading what={t("loading")} />
      ) : revisions.length < 2 ? (
        <Empty title={t("one")}>{t("oneDescription")}</Empty>
      ) : (
        <div className="grid gap-10">
          <div>
            <div className="grid gap-4 sm:grid-cols-2">
              <Choice label={t("from")} value={from} revisions={revisions} onChange={choose("from")} />
              <Choice label={t("to")} value={to} revisions={revisions} onChange={choose("to")} />
            </div>
            <MoreRows {...more} />
          </div>
          <Differences key={`${from} ${to}`} formulaId={formulaId} from={from} to={to} />
          <Impact formulaId={formulaId} from={from} to={to} />
        </div>
      )}
    </Page>
  );
}

const numberIn = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : undefined);

type ChoiceProps = { label: string; value: number; revisions: Revision[]; onChange: (number: string) => void };

function Choice({ label, value, revisions, onChange }: ChoiceProps) {
  const t = useTranslations("designer.compare");
  const { minute } = useFormat();
  const options = revisions.map(({ revision, createdDate, message }) => ({
    value: String(revision),
    label: t(message ? "revisionWithMessage" : "revision", {
      number: String(revision),
      when: minute(createdDate),
      message: message ?? "",
    }),
  }));
  const isListed = options.some((option) => option.value === String(value));
  const unlisted = { value: String(value), label: t("unlisted", { number: String(value) }) };
  return (
    <SelectField
      label={label}
      value={String(value)}
      options={isListed ? options : [unlisted, ...options]}
      onChange={onChange}
    />
  );
}

function Differences({ formulaId, from, to }: { formulaId: number; from: number; to: number }) {
  const t = useTranslations("designer.compare");
  const speech = useSpeech();
  const trpc = useTRPC();
  const forever = { staleTime: Number.POSITIVE_INFINITY };
  const old = useQuery({ ...trpc.design.revision.queryOptions({ formulaId, revision: from }), ...forever });
  const now = useQuery({ ...trpc.design.revision.queryOptions({ formulaId, revision: to }), ...forever });
  const isWide = useIsWide();
  const [selected, setSelected] = useState<string | null>(null);
  const compared = useMemo(() => {
    if (!old.data || !now.data) return null;
    const [before, after] = [openDraft(old.data.formula), openDraft(now.data.formula)];
    const changes = changesBetween(before, after, speech);
    return {
      ...{ before, after, changes },
      marks: new Map(changes.filter(({ id }) => isPart(id)).map(({ id, what }) => [id, what])),
      drawn: { formulaId, revision: to, formula: mergedDraft(before, after) },
    };
  }, [old.data, now.data, speech, formulaId, to]);
  const error = old.error ?? now.error;
  if (error) return <Failed error={error} />;
  if (!compared) return <Loading what={t("loading")} />;
  const { before, after, changes, marks, drawn } = compared;
  const name = selected === null ? null : "step" in refOf(selected) ? partName(selected) : "trigger";
  return (
    <section aria-labelledby="differences">
      <h2 id="differences" className="mb-4 font-semibold text-xl tracking-tight">
        {t("differences")}
      </h2>
      <div className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <Card className="min-w-0 self-start p-4">
          <ChangeList changes={changes} none={t("none")} selected={selected} onSelect={setSelected} />
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
    </section>
  );
}
