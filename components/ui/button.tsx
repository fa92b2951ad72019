"use client";

import type { Route } from "next";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link } from "./link.tsx";

const KINDS = {
  primary: "bg-accent text-on-accent hover:opacity-90",
  plain: "border border-line bg-surface hover:border-accent hover:bg-tint",
  quiet: "text-muted hover:bg-code hover:text-ink",
  danger: "border border-line bg-surface text-failure hover:border-failure",
} as const;

const SHAPE =
  "inline-flex min-h-10 items-center justify-center gap-2 rounded-lg px-4 py-2 font-medium text-sm aria-disabled:opacity-60 disabled:opacity-60 whitespace-nowrap";

export type ButtonKind = keyof typeof KINDS;

/** The classes of a button, for components that render their own button, such as a menu trigger. */
export const buttonLook = (kind: ButtonKind = "plain") => `${SHAPE} ${KINDS[kind]}`;

/**
 * A button labeled with a verb. While it `isBusy` or `isIdle`, it keeps the focus and ignores clicks; `isIdle` is for a
 * button whose own press leaves it without anything to do. A button that may be busy takes a double click for one: the
 * second click may arrive before it is shown as busy.
 */
export function Button({
  kind = "plain",
  isBusy,
  isIdle = false,
  type = "button",
  className = "",
  onClick,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: ButtonKind;
  isBusy?: boolean;
  isIdle?: boolean;
  ref?: Ref<HTMLButtonElement>;
}) {
  return (
    <button
      {...rest}
      type={type}
      data-kind={kind}
      aria-disabled={isBusy || isIdle || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        const isRepeated = isBusy !== undefined && event.detail > 1;
        if (isBusy || isIdle || isRepeated) event.preventDefault();
        else onClick?.(event);
      }}
      className={`${buttonLook(kind)} ${className}`}
    >
      {isBusy && (
        <span
          aria-hidden="true"
          className="size-3.5 rounded-full border-2 border-current border-r-transparent motion-safe:animate-spin"
        />
      )}
      {children}
    </button>
  );
}

/** A link with the appearance of a button. */
export function LinkButton({
  href,
  kind = "plain",
  label,
  children,
}: {
  href: Route;
  kind?: ButtonKind;
  /** A label for screen readers, whose users may not see the context. */
  label?: string;
  children: ReactNode;
}) {
  return (
    <Link href={href} aria-label={label} data-action className={buttonLook(kind)}>
      {children}
    </Link>
  );
}
