"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { useDraft } from "./design.ts";
import type { PartRef } from "./draft.ts";
import { type KnownIds, lostReferences } from "./lost-references.ts";
import { useSpeech } from "./speech.ts";

/** The ids of the formulas and connections that the user sees. */
export function useKnownIds(): KnownIds {
  const trpc = useTRPC();
  const formulas = useQuery(trpc.formula.names.queryOptions()).data;
  const connections = useQuery(trpc.connection.names.queryOptions()).data;
  return useMemo(
    () => ({
      formulas: formulas && new Set(formulas.map(({ id }) => id)),
      connections: connections && new Set(connections.map(({ id }) => id)),
    }),
    [formulas, connections],
  );
}

/** Why a property refers to nothing; undefined if it does not. */
export function useLostReference(at: PartRef, property: string): string | undefined {
  const speech = useSpeech();
  const draft = useDraft();
  const known = useKnownIds();
  const isHere = JSON.stringify(at);
  return lostReferences(draft, known, speech).find(
    (problem) => problem.property === property && JSON.stringify(problem.at) === isHere,
  )?.message;
}
