"use client";

import { type ReactNode, useEffect, useState } from "react";
import { DiscardDialog, type Loss } from "./discard-dialog.tsx";
import { holdInput, type InputHolder } from "./unsaved-input.ts";
import { useLatest } from "./use-latest.ts";

/**
 * Declares input that leaving the page would lose; `ask` asks for any other reason, by the loss that `lossNow` names. The
 * caller renders `question`.
 */
export function useDiscardQuestion(
  isUnsaved: () => boolean,
  lossNow: () => Loss = () => "discard",
): { question: ReactNode; ask: InputHolder["ask"] } {
  const [pending, setPending] = useState<{ goOn: () => void; loss: Loss }>();
  const check = useLatest(isUnsaved);
  const name = useLatest(lossNow);
  const ask = (goOn: () => void) => setPending({ goOn, loss: lossNow() });
  useEffect(() => holdInput({ isUnsaved: check, ask: (goOn) => setPending({ goOn, loss: name() }) }), [check, name]);
  const question = <DiscardDialog loss={pending?.loss} goOn={pending?.goOn} onClose={() => setPending(undefined)} />;
  return { question, ask };
}
