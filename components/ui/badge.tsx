import type { ReactNode } from "react";

const TONES = {
  muted: "bg-code text-muted",
  success: "bg-code text-success",
  waiting: "border border-waiting text-waiting",
} as const;

type Props = {
  tone?: keyof typeof TONES;
  title?: string;
  /** Its position in the row. */
  className?: string;
  children: ReactNode;
};

/**
 * A label of one or two words for the object beside it. It stays on one line, however long the name of the object is.
 */
export function Badge({ tone = "muted", title, className = "", children }: Props) {
  return (
    <span
      data-badge
      title={title}
      className={`inline-block shrink-0 justify-self-start whitespace-nowrap rounded-full px-2 py-0.5 text-xs ${TONES[tone]} ${className}`}
    >
      {children}
    </span>
  );
}
