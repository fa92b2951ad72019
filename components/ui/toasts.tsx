"use client";

import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useSyncExternalStore } from "react";

const SHOWN_MS = 5000;

/** The place of a toast of usual size, in pixels from the corner of the window. */
const WIDTH = 416;
const HEIGHT = 160;

/**
 * Short confirmations in a corner of the screen: below, or above if they would cover what was just used. Their timeout
 * pauses while they are hovered or focused.
 */
export function Toasts({ children }: { children: ReactNode }) {
  const t = useTranslations("ui.toasts");
  const isAbove = useSyncExternalStore(log.listen, log.isAbove, () => false);
  return (
    <Toast.Provider timeout={SHOWN_MS}>
      {children}
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t("place")}
          data-toasts
          className={`fixed right-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2 ${isAbove ? "top-4" : "bottom-20 lg:bottom-4"}`}
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Shows a confirmation: `toast("Connected", "Beacon CRM can be used now.")`. The log keeps it. */
export function useToast() {
  const { add } = Toast.useToastManager();
  return (title: string, description?: string) => {
    add({ title, description });
    log.note({ title, description });
  };
}

type LoggedToast = { id: number; at: string; title: string; description: string | undefined };

const MAX_SHOWN = 50;

/** The log of toasts, latest first; it is lost when the page is reloaded. */
const log = (() => {
  let shown: readonly LoggedToast[] = [];
  let count = 0;
  let isAbove = false;
  const listeners = new Set<() => void>();
  return {
    note(description: Pick<LoggedToast, "title" | "description">) {
      isAbove = isCovered(document.activeElement);
      shown = [{ id: ++count, at: new Date().toISOString(), ...description }, ...shown].slice(0, MAX_SHOWN);
      for (const listener of listeners) listener();
    },
    read: () => shown,
    isAbove: () => isAbove,
    listen(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
})();

/** Whether toasts in the lower corner would cover an element: the button that was pressed still has the focus. */
function isCovered(element: Element | null): boolean {
  if (!element || element === document.body) return false;
  const { right, bottom } = element.getBoundingClientRect();
  return right > window.innerWidth - WIDTH && bottom > window.innerHeight - HEIGHT;
}

const NOTHING: readonly LoggedToast[] = [];

export const useToastLog = (): readonly LoggedToast[] => useSyncExternalStore(log.listen, log.read, () => NOTHING);

function ToastList() {
  const t = useTranslations("ui.toasts");
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="rounded-xl border border-line bg-surface px-4 py-3 text-sm shadow-lg transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
    >
      <Toast.Content className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-medium" />
          <Toast.Description className="mt-0.5 text-muted" />
        </div>
        {/* Base UI hides it while toasts lie on each other: these never do, and the focus reaches it. */}
        <Toast.Close
          aria-label={t("close")}
          aria-hidden={false}
          className="rounded p-1 text-muted hover:bg-code hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
