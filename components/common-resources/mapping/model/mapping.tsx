"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { createContext, useContext, useEffect, useMemo, useState } from "react";
import type { Transformation } from "#server/common-resource/shape.ts";
import { type RouterInputs, type RouterOutputs, useTRPC } from "../../../api/trpc.ts";
import { beginHistory, type History, redo, remember, undo } from "../../../drafts/history.ts";
import { type CopyKey, type LocalCopies, useLocalCopies } from "../../../ui/local-copy.ts";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { emptyTransformation, type MappingDraft, partsOfDraft, type Row, rowsOf } from "./draft.ts";
import { rowConflicts } from "./row-conflicts.ts";

export type Opened = RouterOutputs["commonResource"]["mapping"];
/** The mapping that is edited: of a common resource, an element and a level. */
export type MappingOf = RouterInputs["commonResource"]["mapping"];
export type ProviderField = RouterOutputs["commonResource"]["sample"]["fields"][number];

type Work = {
  history: History<MappingDraft>;
  /** The version that is saved, null if none is. */
  basedOn: string | null;
  /** The saved transformation, or the opened one if none is saved. */
  saved: MappingDraft;
};

/** The local copy of this window, else the saved transformation, else a new one. */
function workOn(copies: LocalCopies, of: MappingOf, opened: Opened): Work {
  const copy = copies.read(copyKey(of), (json) => json as { draft: MappingDraft; basedOn: string | null });
  if (!copy) return savedWork(opened);
  const { draft, basedOn } = copy.draft;
  return { ...savedWork(opened), history: beginHistory(draft), basedOn };
}

function savedWork(opened: Opened): Work {
  const saved = (opened.own as Transformation | null) ?? beginningOf(opened);
  return { history: beginHistory(saved), basedOn: opened.version, saved };
}

/** A new mapping extends those above it, if there are any. */
function beginningOf({ inherited, objects, name }: Opened): MappingDraft {
  const vendorName = inherited?.vendorName ?? (objects.includes(name) ? name : (objects[0] ?? name));
  const beginning = emptyTransformation(vendorName);
  return inherited ? { ...beginning, configuration: [{ type: "inherit" }] } : beginning;
}

const copyKey = (of: MappingOf): CopyKey => ({ kind: "mapping", original: JSON.stringify(of), draftId: undefined });

/** The state of the editor of one mapping. */
export function useMappingState(of: MappingOf, opened: Opened) {
  const t = useTranslations("common-resources.mapping");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const copies = useLocalCopies();
  const [work, setWork] = useState(() => workOn(copies, of, opened));
  const [selected, select] = useState<string | null>(null);
  const [announcement, announce] = useState("");
  const [connection, chooseConnection] = useState<number | undefined>(opened.connections[0]?.id);
  const { history, saved, basedOn } = work;
  const draft = history.present;
  const isChanged = draft !== saved;
  const objectName = useDebounced(draft.vendorName.trim());
  const sample = useQuery({
    ...trpc.commonResource.sample.queryOptions({ elementInstanceId: connection ?? 0, objectName }),
    enabled: connection !== undefined && objectName !== "",
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { level, inherited, fields } = opened;
  const rows = useMemo(
    () => rowsOf({ draft, level, inherited: inherited as Transformation | null, defined: fields }),
    [draft, level, inherited, fields],
  );
  const conflicts = useMemo(() => rowConflicts(rows, draft), [rows, draft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address of the mapping does not change
  useEffect(() => {
    if (isChanged) copies.write(copyKey(of), { title: of.name, draft: { draft, basedOn } });
    else copies.forget(copyKey(of));
  }, [draft, isChanged, basedOn]);

  return {
    of,
    opened,
    draft,
    rows,
    conflicts,
    basedOn,
    isChanged,
    isSaved: basedOn !== null,
    selected: rows.find(({ path }) => path === selected),
    select,
    announcement,
    connection,
    chooseConnection,
    sample,
    provider: sample.data?.fields ?? [],
    records: sample.data?.records ?? [],
    /** Changes of one `burst` are undone together. */
    change(next: MappingDraft, notice = "", burst?: string) {
      announce(notice);
      setWork((before) => ({ ...before, history: remember(before.history, next, burst) }));
    },
    undo() {
      announce(t("undone"));
      setWork((before) => ({ ...before, history: undo(before.history) }));
    },
    redo() {
      announce(t("redone"));
      setWork((before) => ({ ...before, history: redo(before.history) }));
    },
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Changes made during saving stay unsaved. */
    settle(savedDraft: MappingDraft, version: string | null) {
      const { transformation } = partsOfDraft(savedDraft);
      setWork((before) =>
        before.history.present === savedDraft
          ? { basedOn: version, saved: transformation, history: { ...before.history, present: transformation } }
          : { ...before, basedOn: version, saved: savedDraft },
      );
    },
    /** After another user has saved it: takes that version, or keeps this draft to be saved over it. */
    async readAgain(keepsDraft: boolean) {
      const fresh = await queries.fetchQuery({ ...trpc.commonResource.mapping.queryOptions(of), staleTime: 0 });
      setWork((before) => (keepsDraft ? { ...before, basedOn: fresh.version } : savedWork(fresh)));
    },
    forget: () => copies.forget(copyKey(of)),
  };
}

export type Mapping = ReturnType<typeof useMappingState>;

const MappingContext = createContext<Mapping | null>(null);
export const MappingProvider = MappingContext.Provider;

export function useMapping(): Mapping {
  const mapping = useContext(MappingContext);
  if (!mapping) throw new Error("There is no mapping here.");
  return mapping;
}

/** The paths of the provider that are used, by ours. */
export const usedPaths = (rows: readonly Row[]): Map<string, string> =>
  new Map(rows.flatMap(({ path, field }) => (field?.vendorPath ? [[field.vendorPath, path]] : [])));
