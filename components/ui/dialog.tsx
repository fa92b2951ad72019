"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

type Props = {
  title: string;
  words?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** A window over the page that must be answered or closed. Escape closes it and the focus goes back. */
export function Dialog({ title, words, open, onOpenChange, children }: Props) {
  const t = useTranslations("ui.dialog");
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[#0b1120]/50" />
        <Base.Popup className="fixed top-1/2 left-1/2 z-40 max-h-[85dvh] w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl border border-line bg-surface p-6 shadow-xl">
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="font-semibold text-xl tracking-tight">{title}</Base.Title>
            <Base.Close
              aria-label={t("close")}
              className="-mt-1 -mr-2 rounded-lg p-2 text-muted hover:bg-code hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </Base.Close>
          </div>
          {words && <Base.Description className="mt-1 text-muted text-sm">{words}</Base.Description>}
          <div className="mt-5">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
