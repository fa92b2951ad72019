"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RUN_STATES } from "#server/formula/run-state.ts";
import { useTRPC } from "../../api/trpc.ts";
import { FilterFields } from "../../ui/filter-fields.tsx";
import { SearchForm } from "../../ui/search-form.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useFormat } from "../../ui/use-format.ts";
import type { Filters, Narrow } from "./use-run-filters.ts";

const HOUR_MS = 3600_000;
const TIMES = [
  { key: "hour", ms: HOUR_MS },
  { key: "day", ms: 24 * HOUR_MS },
  { key: "week", ms: 168 * HOUR_MS },
] as const;

/** The filters of the list of runs. */
export function RunFilters({ filters, narrow }: { filters: Filters; narrow: Narrow }) {
  const t = useTranslations("executions.filters");
  const statusLabels = useTranslations("ui.runStatus");
  const format = useFormat();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.formula.names.queryOptions());
  const { formulaId } = filters;
  const instances = useQuery({
    ...trpc.formulaInstance.names.queryOptions({ formulaId: formulaId ?? 0 }),
    enabled: formulaId !== undefined,
  });
  return (
    <FilterFields>
      <SearchForm
        label={t("search")}
        hint={t("searchHint")}
        value={filters.search ?? ""}
        onSearch={(q) => narrow({ q })}
      />
      <Choice label={t("status")} value={filters.state ?? ""} onChange={(status) => narrow({ status })}>
        {RUN_STATES.map((state) => (
          <option key={state} value={state}>
            {statusLabels(state)}
          </option>
        ))}
      </Choice>
      <Choice
        label={t("kind")}
        value={filters.isTrial === undefined ? "" : filters.isTrial ? "test" : "real"}
        onChange={(kind) => narrow({ kind })}
      >
        <option value="real">{t("real")}</option>
        <option value="test">{t("test")}</option>
      </Choice>
      <Choice
        label={t("formula")}
        value={String(formulaId ?? "")}
        onChange={(id) => narrow({ formulaId: id, formulaInstanceId: "" })}
      >
        {data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        label={t("instance")}
        value={String(filters.formulaInstanceId ?? "")}
        onChange={(formulaInstanceId) => narrow({ formulaInstanceId })}
        disabled={formulaId === undefined && filters.formulaInstanceId === undefined}
      >
        {instances.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {filters.formulaInstanceId !== undefined &&
          !instances.data?.some(({ id }) => id === filters.formulaInstanceId) && (
            <option value={filters.formulaInstanceId}>
              {t("instanceOf", { id: String(filters.formulaInstanceId) })}
            </option>
          )}
      </Choice>
      <Choice
        label={t("time")}
        value={filters.from ?? ""}
        onChange={(from) => narrow({ from: from && new Date(Date.now() - Number(from)).toISOString(), to: "" })}
      >
        {filters.from !== undefined && (
          <option value={filters.from}>
            {filters.to === undefined
              ? t("since", { from: format.minute(filters.from) })
              : t("between", { from: format.minute(filters.from), to: format.minute(filters.to) })}
          </option>
        )}
        {TIMES.map(({ key, ms }) => (
          <option key={ms} value={ms}>
            {t(`times.${key}`)}
          </option>
        ))}
      </Choice>
    </FilterFields>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  children: ReactNode;
};

function Choice({ label, value, onChange, disabled = false, children }: ChoiceProps) {
  const t = useTranslations("executions.filters");
  return (
    <label className="grid min-w-0 gap-1.5 font-medium text-sm">
      {label}
      <select
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
        className={`${INPUT_LOOK} font-normal disabled:opacity-60`}
      >
        <option value="">{t("all")}</option>
        {children}
      </select>
    </label>
  );
}
