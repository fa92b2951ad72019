"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { NEXT_PAGE } from "../api/next-page.ts";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Page } from "../ui/page.tsx";
import { currentQuery, replaceQuery } from "../ui/query-string.ts";
import { SelectField } from "../ui/select-field.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { useFormat } from "../ui/use-format.ts";
import { Impact } from "./compare/impact.tsx";

/** The graph is large, so it is loaded after the page. */
const ComparedFormulas = lazyComponent(async () => (await import("./compared-formulas.tsx")).ComparedFormulas);

/** The address names the draft of the signed-in user by this word. */
const DRAFT = "draft";
type Later = number | typeof DRAFT;

type Revision = RouterOutputs["design"]["revisions"]["revisions"][number];

/**
 * Compares two revisions of a formula, or a revision and the user's draft: their differences, drawn in one graph, and the
 * effects on instances and tests. The address names both.
 */
export function CompareRevisions({ formulaId }: { formulaId: number }) {
  const t = useTranslations("designer.compare");
  const titles = useTranslations("shell.titles");
  const trpc = useTRPC();
  const search = useSearchParams();
  const { data, error, refetch, ...more } = useInfiniteQuery(
    trpc.design.revisions.infiniteQueryOptions({ formulaId }, NEXT_PAGE),
  );
  const formula = useQuery(trpc.formula.read.queryOptions({ formulaId }));
  const name = formula.data?.name ?? "";
  const revisions = data?.pages.flatMap((page) => page.revisions) ?? [];
  const current = data?.pages[0]?.current ?? 0;
  // The designer has saved the draft a moment ago.
  const design = useQuery({ ...trpc.design.open.queryOptions({ formulaId }), staleTime: 0 });
  const draft = design.data?.draft ?? null;
  const to: Later = search.get("to") === DRAFT ? DRAFT : (numberIn(search.get("to")) ?? current);
  const from = numberIn(search.get("from")) ?? (to === DRAFT ? current : Math.max(to - 1, 1));
  const failure = error ?? formula.error ?? design.error;
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
      ) : !data || !design.data || (to === DRAFT && !draft && design.isFetching) ? (
        <Loading what={t("loading")} />
      ) : to === DRAFT && !draft ? (
        <Empty title={t("noDraft")}>{t("noDraftDescription")}</Empty>
      ) : revisions.length < 2 && !draft ? (
        <Empty title={t("one")}>{t("oneDescription")}</Empty>
      ) : (
        <div className="grid gap-10">
          <div>
            <div className="grid gap-4 sm:grid-cols-2">
              <Choice label={t("from")} value={from} revisions={revisions} onChange={choose("from")} />
              <Choice
                label={t("to")}
                value={to}
                revisions={revisions}
                further={draft ? [{ value: DRAFT, label: t("draft") }] : []}
                onChange={choose("to")}
              />
            </div>
            <MoreRows {...more} />
          </div>
          <ComparedFormulas
            key={`${from} ${to}`}
            formulaId={formulaId}
            from={from}
            to={to === DRAFT ? { formula: draft?.formula } : to}
          />
          <Impact formulaId={formulaId} from={from} to={to === DRAFT ? { formula: draft?.formula ?? {} } : to} />
        </div>
      )}
    </Page>
  );
}

const numberIn = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : undefined);

type ChoiceProps = {
  label: string;
  value: Later;
  revisions: Revision[];
  further?: { value: string; label: string }[];
  onChange: (number: string) => void;
};

function Choice({ label, value, revisions, further = [], onChange }: ChoiceProps) {
  const t = useTranslations("designer.compare");
  const { minute } = useFormat();
  const listed = revisions.map(({ revision, createdDate, message }) => ({
    value: String(revision),
    label: t(message ? "revisionWithMessage" : "revision", {
      number: String(revision),
      when: minute(createdDate),
      message: message ?? "",
    }),
  }));
  const options = [...further, ...listed];
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
