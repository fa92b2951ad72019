"use client";

import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { DiscardDialog } from "./discard-dialog.tsx";
import { holdInput, type InputHolder } from "./unsaved-input.ts";

/** Declares input that leaving the page would lose; `ask` asks for any other reason. The caller renders `question`. */
export function useDiscardQuestion(isUnsaved: () => boolean): { question: ReactNode; ask: InputHolder["ask"] } {
  const [goOn, setGoOn] = useState<() => void>();
  const [ask] = useState(() => (action: () => void) => setGoOn(() => action));
  const check = useEffectEvent(isUnsaved);
  useEffect(() => holdInput({ isUnsaved: () => check(), ask }), [ask]);
  return { question: <DiscardDialog goOn={goOn} onClose={() => setGoOn(undefined)} />, ask };
}
