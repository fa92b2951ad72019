"use client";

import { useMutation } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { useMayChange } from "../../shell/may-change.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { isolated } from "../../ui/isolated.ts";
import { JsonTree } from "../../ui/json-tree.tsx";
import { Failed } from "../../ui/states.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { partsOfDraft } from "./model/draft.ts";
import { useMapping } from "./model/mapping.tsx";

/** The results for a real record, for its way back, and for conditions. Designers can run it. */
export function Preview() {
  return useMayChange() ? <LivePreview /> : null;
}

function LivePreview() {
  const t = useTranslations("common-resources.preview");
  const id = useId();
  const trpc = useTRPC();
  const { of, opened, draft, rows, records } = useMapping();
  const { name, element } = opened;
  const [at, setAt] = useState(0);
  const [where, setWhere] = useState("");
  const record = records[Math.min(at, records.length - 1)];
  const wanted = useDebounced(where.trim());
  const shown = useDebounced(draft);
  const { mutate, data, error } = useMutation(trpc.commonResource.preview.mutationOptions());
  const run = useEffectEvent(() =>
    mutate({ of, transformation: partsOfDraft(shown).transformation, record, ...(wanted !== "" && { where: wanted }) }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs again for each of these
  useEffect(() => {
    if (shown.vendorName.trim() !== "") run();
  }, [shown, record, wanted]);
  const [example = "id"] = rows.map(({ path }) => path);

  return (
    <section aria-labelledby={id} className="mt-10">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id={id} className="font-semibold text-xl tracking-tight">
            {t("title")}
          </h2>
          <p className="mt-1 text-muted text-sm">{t("description")}</p>
        </div>
        {records.length > 1 && (
          <div className="flex items-center gap-1 text-sm">
            <IconButton label={t("previous")} keys="" disabled={at === 0} onClick={() => setAt(at - 1)}>
              <ChevronLeft aria-hidden="true" className="size-4" />
            </IconButton>
            <span>{t("record", { at: at + 1, count: records.length })}</span>
            <IconButton label={t("next")} keys="" disabled={at >= records.length - 1} onClick={() => setAt(at + 1)}>
              <ChevronRight aria-hidden="true" className="size-4" />
            </IconButton>
          </div>
        )}
      </div>
      {error && <Failed error={error} />}
      {data && data.problems.length > 0 && (
        <div role="alert" className="mt-4 rounded-xl border border-failure/40 bg-surface p-4 text-sm">
          <p className="font-medium text-failure">{t("problems")}</p>
          <ul className="mt-1 list-disc pl-5">
            {data.problems.map((problem) => (
              <li key={`${problem.place} ${problem.reason}`} className="[overflow-wrap:anywhere]">
                <ProblemText problem={problem} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {record === undefined ? (
        <p className="mt-4 text-muted text-sm">{t("none")}</p>
      ) : (
        <div className="mt-4 grid gap-4 lg:grid-cols-3">
          <Side title={t("original", { element: element.name })}>
            <Value value={record} />
          </Side>
          <Side title={t("ours", { name: isolated(name) })}>
            <Outcome outcome={data?.fromVendor ?? null} />
          </Side>
          <Side title={t("back", { element: element.name })}>
            <Outcome outcome={data?.toVendor ?? null} />
          </Side>
        </div>
      )}
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <TextField
          label={t("where")}
          help={t("whereHelp", { example: `${example} = 'x'` })}
          value={where}
          onChange={setWhere}
          autoComplete="off"
          spellCheck={false}
        />
        {data?.where && (
          <div role="status" className="min-w-0 text-sm">
            <p className="font-medium">{t("whereResult", { element: element.name })}</p>
            {"failure" in data.where ? (
              <p className="mt-1 text-failure [overflow-wrap:anywhere]">{data.where.failure}</p>
            ) : (
              <code className="mt-1 block font-mono [overflow-wrap:anywhere]">{data.where.value}</code>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

type Problem = RouterOutputs["commonResource"]["preview"]["problems"][number];

function ProblemText({ problem: { place, field, reason } }: { problem: Problem }) {
  const t = useTranslations("common-resources");
  return field
    ? t("preview.problemOf", { path: field.path, part: t(`field.${PARTS[field.part]}`), reason })
    : t("preview.problem", { place, reason });
}

/** The parts of a field by the messages of their labels. */
const PARTS = { path: "path", vendorPath: "vendorPath", type: "type", configuration: "settings" } as const;

function Side({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long records scroll
      tabIndex={0}
      className="max-h-96 min-w-0 overflow-y-auto rounded-2xl border border-line bg-surface p-4 text-sm"
    >
      <h3 id={id} className="mb-2 line-clamp-2 font-medium [overflow-wrap:anywhere]">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Names and values of a provider are not translated. */
const Value = ({ value }: { value: unknown }) => (
  <div translate="no">
    <JsonTree value={value} />
  </div>
);

type Mapped = RouterOutputs["commonResource"]["preview"]["fromVendor"];

function Outcome({ outcome }: { outcome: Mapped }) {
  const t = useTranslations("common-resources.preview");
  if (!outcome) return <p className="text-muted">{t("waiting")}</p>;
  if ("failure" in outcome)
    return (
      <p role="alert" className="text-failure [overflow-wrap:anywhere]">
        {outcome.failure}
      </p>
    );
  return <Value value={outcome.value} />;
}
