import { useEffect } from "react";
import { useTabStorage } from "./tab-storage.tsx";
import { useLatest } from "./use-latest.ts";

/** The browser asks for confirmation before unsaved work is lost. Signing out has asked already. */
export function useLeavingWarning(isUnsaved: () => boolean) {
  const storage = useTabStorage();
  const warn = useLatest((event: BeforeUnloadEvent) => {
    if (!storage.isClosed() && isUnsaved()) event.preventDefault();
  });
  useEffect(() => {
    globalThis.addEventListener("beforeunload", warn);
    return () => globalThis.removeEventListener("beforeunload", warn);
  }, [warn]);
}
