import { useMemo } from "react";
import { useBuilder, useElement } from "../../model/builder.ts";
import { itemOf } from "../../model/operation-item.ts";
import { type Operation, operationsOf } from "../../model/operations.ts";

/** The operations of the draft. */
export function useOperations(): Operation[] {
  const draft = useElement();
  const { resources } = draft;
  return useMemo(() => operationsOf({ resources }), [resources]);
}

/** Opens an operation at one of its fields, which takes the focus. */
export function useOpenOperation(): (at: number, field?: string) => void {
  const goTo = useBuilder((builder) => builder.goTo);
  return (at, field = "path") => goTo("resources", itemOf({ at, tab: null }), ["resources", at, field]);
}
