"use client";

import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useSyncExternalStore } from "react";

const SHOWN_MS = 7000;

/** Short confirmations at the bottom of the screen; their timeout pauses while they are hovered or focused. */
export function Toasts({ children }: { children: ReactNode }) {
  const t = useTranslations("ui.toasts");
  return (
    <Toast.Provider timeout={SHOWN_MS}>
      {children}
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t("place")}
          data-toasts
          className="fixed right-4 bottom-20 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2 lg:bottom-4"
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
  const listeners = new Set<() => void>();
  return {
    note(description: Pick<LoggedToast, "title" | "description">) {
      shown = [{ id: ++count, at: new Date().toISOString(), ...description }, ...shown].slice(0, MAX_SHOWN);
      for (const listener of listeners) listener();
    },
    read: () => shown,
    listen(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
})();

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
        <Toast.Close aria-label={t("close")} className="rounded p-1 text-muted hover:bg-code hover:text-ink">
          <X aria-hidden="true" className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
