"use client";

import { Switch } from "@base-ui/react/switch";
import { useTranslations } from "next-intl";

type Props = { label: string; on: boolean; onChange: (on: boolean) => void; disabled?: boolean; isBusy?: boolean };

/** A switch with a text label for its state. While it `isBusy`, it keeps the focus and ignores clicks. */
export function OnOff({ label, on, onChange, disabled = false, isBusy = false }: Props) {
  const t = useTranslations("ui.onOff");
  return (
    <span className="inline-flex items-center gap-2 text-sm">
      <Switch.Root
        aria-label={label}
        checked={on}
        aria-busy={isBusy || undefined}
        onCheckedChange={(next) => isBusy || onChange(next)}
        disabled={disabled}
        className="h-6 w-10 rounded-full border border-edge bg-code p-0.5 data-[disabled]:opacity-60 data-[checked]:border-success data-[checked]:bg-success"
      >
        <Switch.Thumb className="block size-[1.125rem] rounded-full bg-edge motion-safe:transition-transform data-[checked]:translate-x-4 data-[checked]:bg-surface" />
      </Switch.Root>
      <span aria-hidden="true" className={on ? "min-w-6" : "min-w-6 text-muted"}>
        {t(on ? "on" : "off")}
      </span>
    </span>
  );
}
