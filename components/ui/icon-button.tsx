"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useKeyNames } from "./use-key-names.ts";

type Props = {
  label: string;
  /** The shortcut. */
  keys: string;
  disabled?: boolean;
  isPressed?: boolean;
  opens?: "dialog";
  onClick: () => void;
  children: ReactNode;
};

/** A button that shows only an icon; its tooltip has the shortcut. While it is disabled it keeps the focus. */
export function IconButton({ label, keys, disabled = false, isPressed, opens, onClick, children }: Props) {
  const t = useTranslations("ui");
  const keyNames = useKeyNames();
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      aria-haspopup={opens}
      title={t("shortcut", { label, keys: keyNames(keys) })}
      aria-disabled={disabled || undefined}
      onClick={() => disabled || onClick()}
      className="grid size-9 place-items-center rounded-lg sm:size-10 text-muted hover:bg-code hover:text-ink aria-disabled:opacity-40 aria-pressed:bg-tint aria-pressed:text-accent"
    >
      {children}
    </button>
  );
}
