"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { RUN_STATES } from "#server/formula/run-state.ts";
import { useTRPC } from "../shell/trpc.ts";
import { RUN_STATUSES } from "../ui/run-status.tsx";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import type { Filters, Narrow } from "./use-run-filters.ts";

const HOUR_MS = 3600_000;
const TIMES = [
  { label: "Last hour", ms: HOUR_MS },
  { label: "Last 24 hours", ms: 24 * HOUR_MS },
  { label: "Last 7 days", ms: 168 * HOUR_MS },
];

/** What the list of runs is narrowed by. */
export function RunFilters({ filters, narrow }: { filters: Filters; narrow: Narrow }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.formula.list.queryOptions());
  const { formulaId } = filters;
  const instances = useQuery({
    ...trpc.formulaInstance.list.queryOptions({ formulaId: formulaId ?? 0 }),
    enabled: formulaId !== undefined,
  });
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,1.6fr)_repeat(5,minmax(0,1fr))]">
      <form
        key={filters.search ?? ""}
        onSubmit={(event) => {
          event.preventDefault();
          narrow({ q: String(new FormData(event.currentTarget).get("q") ?? "").trim() });
        }}
        className="col-span-2 grid gap-1.5 lg:col-span-1"
      >
        <label htmlFor="run-search" className="font-medium text-sm">
          Search by id
        </label>
        <span className="relative">
          <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
          <input
            id="run-search"
            name="q"
            type="search"
            defaultValue={filters.search ?? ""}
            placeholder="Object, event, request or run"
            className={`${INPUT_LOOK} pl-9`}
          />
        </span>
      </form>
      <Choice label="Status" value={filters.state ?? ""} onChange={(status) => narrow({ status })}>
        {RUN_STATES.map((state) => (
          <option key={state} value={state}>
            {RUN_STATUSES[state].words}
          </option>
        ))}
      </Choice>
      <Choice
        label="Kind"
        value={filters.isTrial === undefined ? "" : filters.isTrial ? "test" : "real"}
        onChange={(kind) => narrow({ kind })}
      >
        <option value="real">Real runs</option>
        <option value="test">Tests of drafts</option>
      </Choice>
      <Choice
        label="Formula"
        value={String(formulaId ?? "")}
        onChange={(id) => narrow({ formulaId: id, formulaInstanceId: "" })}
      >
        {data?.formulas.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        label="Instance"
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
            <option value={filters.formulaInstanceId}>Instance {filters.formulaInstanceId}</option>
          )}
      </Choice>
      <Choice
        label="Time"
        value={filters.from ?? ""}
        onChange={(from) => narrow({ from: from && new Date(Date.now() - Number(from)).toISOString(), to: "" })}
      >
        {filters.from !== undefined && <option value={filters.from}>{sinceWords(filters.from, filters.to)}</option>}
        {TIMES.map(({ label, ms }) => (
          <option key={ms} value={ms}>
            {label}
          </option>
        ))}
      </Choice>
    </div>
  );
}

const inShort = (at: string) => new Date(at).toLocaleString("en-GB", { dateStyle: "short", timeStyle: "short" });
const sinceWords = (from: string, to: string | undefined) =>
  to === undefined ? `Since ${inShort(from)}` : `${inShort(from)} – ${inShort(to)}`;

type ChoiceProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  children: ReactNode;
};

function Choice({ label, value, onChange, disabled = false, children }: ChoiceProps) {
  return (
    <label className="grid min-w-0 gap-1.5 font-medium text-sm">
      {label}
      <select
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
        className={`${INPUT_LOOK} font-normal disabled:opacity-60`}
      >
        <option value="">All</option>
        {children}
      </select>
    </label>
  );
}
