"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { RUN_STATES } from "#server/formula/run-state.ts";
import { useTRPC } from "../../api/trpc.ts";
import { FilterFields } from "../../ui/filter-fields.tsx";
import { SearchForm } from "../../ui/search-form.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TimeFilter } from "../../ui/time-filter.tsx";
import type { Filters, Narrow } from "./use-run-filters.ts";

/** The filters of the list of runs. */
export function RunFilters({ filters, narrow }: { filters: Filters; narrow: Narrow }) {
  const t = useTranslations("executions.filters");
  const statusLabels = useTranslations("ui.runStatus");
  const trpc = useTRPC();
  const { data: formulas = [] } = useQuery(trpc.formula.names.queryOptions());
  const { formulaId, formulaInstanceId } = filters;
  const { data: instances = [] } = useQuery({
    ...trpc.formulaInstance.names.queryOptions({ formulaId: formulaId ?? 0 }),
    enabled: formulaId !== undefined,
  });
  const all = { value: "", label: t("all") };
  const named = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });
  const other =
    formulaInstanceId === undefined || instances.some(({ id }) => id === formulaInstanceId)
      ? []
      : [{ value: String(formulaInstanceId), label: t("instanceOf", { id: String(formulaInstanceId) }) }];
  return (
    <FilterFields>
      <SearchForm
        label={t("search")}
        hint={t("searchHint")}
        value={filters.search ?? ""}
        onSearch={(q) => narrow({ q })}
      />
      <SelectField<string>
        label={t("status")}
        value={filters.state ?? ""}
        options={[all, ...RUN_STATES.map((state) => ({ value: state, label: statusLabels(state) }))]}
        onChange={(status) => narrow({ status })}
      />
      <SelectField
        label={t("kind")}
        value={filters.isTrial === undefined ? "" : filters.isTrial ? "test" : "real"}
        options={[all, { value: "real", label: t("real") }, { value: "test", label: t("test") }]}
        onChange={(kind) => narrow({ kind })}
      />
      <SelectField
        label={t("formula")}
        value={String(formulaId ?? "")}
        options={[all, ...formulas.map(named)]}
        onChange={(id) => narrow({ formulaId: id, formulaInstanceId: "" })}
      />
      <SelectField
        label={t("instance")}
        value={String(formulaInstanceId ?? "")}
        options={[all, ...instances.map(named), ...other]}
        disabled={formulaId === undefined && formulaInstanceId === undefined}
        onChange={(id) => narrow({ formulaInstanceId: id })}
      />
      <TimeFilter from={filters.from} to={filters.to} onChange={(from) => narrow({ from, to: "" })} />
    </FilterFields>
  );
}
