import type { LucideIcon } from "lucide-react";
import type { HTMLAttributes } from "react";

export type StatusLook = { Icon: LucideIcon; color: string };

type Props = HTMLAttributes<HTMLSpanElement> & { look: StatusLook; isSpinning?: boolean };

/**
 * A status: its icon, in its color, and its name, which alone is sufficient. It wraps: in some languages a name is
 * wider than its column.
 */
export function StatusLabel({ look: { Icon, color }, isSpinning = false, children, ...rest }: Props) {
  return (
    <span
      data-status-label
      {...rest}
      className={`inline-flex items-center gap-1.5 font-medium text-sm [overflow-wrap:normal] ${color}`}
    >
      <Icon
        aria-hidden="true"
        strokeWidth={2.5}
        className={`size-4 shrink-0 ${isSpinning ? "motion-safe:animate-spin" : ""}`}
      />
      {children}
    </span>
  );
}
