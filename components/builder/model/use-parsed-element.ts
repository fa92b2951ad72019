"use client";

import { useMemo } from "react";
import type { Element } from "#server/element/shape.ts";
import { useElement } from "./builder.ts";
import { parsedElement } from "./parsed-element.ts";

/** The draft as far as it can be understood. */
export function useParsedElement(): Element | undefined {
  const draft = useElement();
  return useMemo(() => parsedElement(draft), [draft]);
}
