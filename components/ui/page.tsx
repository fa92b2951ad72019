import type { Route } from "next";
import { type ReactNode, useId } from "react";
import { ClampedText } from "./clamped-text.tsx";
import { DocumentTitle } from "./document-title.tsx";
import { Link } from "./link.tsx";

type Props = {
  title: string;
  /** The kind of object that the page shows, for the browser title. Other pages get their title from the server. */
  kind?: string;
  description?: ReactNode;
  actions?: ReactNode;
  back?: { href: Route; label: string };
  /** Uses the whole width of the window. */
  isWide?: boolean;
  children: ReactNode;
};

/** A page of the Workbench: its title, its actions, and its content. */
export function Page({ title, kind, description, actions, back, isWide = false, children }: Props) {
  return (
    <div className={`mx-auto px-5 py-6 sm:px-8 ${isWide ? "max-w-[110rem] lg:py-6" : "max-w-6xl lg:py-10"}`}>
      {kind !== undefined && <DocumentTitle name={title} kind={kind} />}
      {back && (
        <Link href={back.href} className="inline-block max-w-full truncate text-accent text-sm hover:underline">
          <span aria-hidden="true">‹ </span>
          {back.label}
        </Link>
      )}
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="line-clamp-4 text-balance break-words font-semibold [overflow-wrap:anywhere] text-3xl tracking-tight">
            {title}
          </h1>
          {description && (
            <div className="mt-2 max-w-2xl break-words text-muted [overflow-wrap:anywhere] leading-relaxed">
              {typeof description === "string" ? <ClampedText text={description} /> : description}
            </div>
          )}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div className={isWide ? "mt-5" : "mt-8"}>{children}</div>
    </div>
  );
}

/** A surface that groups related content. */
export function Card({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-2xl border border-line bg-surface shadow-sm ${className}`}>{children}</div>;
}

type SectionProps = { title: string; description?: string; actions?: ReactNode; children: ReactNode };

/** A part of a page under its own heading. */
export function Section({ title, description, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 id={id} className="font-semibold text-xl tracking-tight">
            {title}
          </h2>
          {description !== undefined && <p className="mt-1 text-muted text-sm">{description}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
