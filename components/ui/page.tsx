import Link from "next/link";
import type { ReactNode } from "react";

type Props = {
  title: ReactNode;
  words?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: string };
  children: ReactNode;
};

/** A page of the Workbench: where one is, what one can do, and the rest. */
export function Page({ title, words, actions, back, children }: Props) {
  return (
    <div className="mx-auto max-w-6xl px-5 py-6 sm:px-8 lg:py-10">
      {back && (
        <Link href={back.href as never} className="text-accent text-sm hover:underline">
          <span aria-hidden="true">‹ </span>
          {back.label}
        </Link>
      )}
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-balance font-semibold text-3xl tracking-tight">{title}</h1>
          {words && <div className="mt-2 max-w-2xl text-muted leading-relaxed">{words}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div className="mt-8">{children}</div>
    </div>
  );
}

/** A surface that holds things that belong together. */
export function Card({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-2xl border border-line bg-surface shadow-sm ${className}`}>{children}</div>;
}
