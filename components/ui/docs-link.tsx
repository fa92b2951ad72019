import { BookOpen } from "lucide-react";
import type { ReactNode } from "react";

/** Links to a related page of the documentation. It opens in a new tab, so that unsaved edits stay open. */
export const DocsLink = ({ page, children }: { page: `/${string}`; children: ReactNode }) => (
  <a
    href={`/docs${page}`}
    target="_blank"
    rel="noreferrer"
    className="inline-flex items-center gap-1.5 rounded-sm text-accent text-xs hover:underline"
  >
    <BookOpen aria-hidden="true" className="size-3.5 shrink-0" />
    {children}
  </a>
);
