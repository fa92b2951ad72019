"use client";

import { useMemo } from "react";
import type { Element } from "#server/element/shape.ts";
import { useElement } from "./builder.ts";
import { parsedElement } from "./parsed-element.ts";

/** The valid parts of the draft. */
export function useParsedElement(): Element | undefined {
  const draft = useElement();
  return useMemo(() => parsedElement(draft), [draft]);
}
