import { useEffect, useEffectEvent } from "react";

/** The browser asks for confirmation before unsaved work is lost. */
export function useLeavingWarning(isChanged: boolean) {
  const warn = useEffectEvent((event: BeforeUnloadEvent) => isChanged && event.preventDefault());
  useEffect(() => {
    globalThis.addEventListener("beforeunload", warn);
    return () => globalThis.removeEventListener("beforeunload", warn);
  }, []);
}
