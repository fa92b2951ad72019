import { useMemo } from "react";
import { useBuilder, useElement } from "./builder.ts";
import { itemOf } from "./operation-item.ts";
import { type Operation, operationsOf } from "./operations.ts";

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
