"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import { Link } from "./link.tsx";

type Props = { label: string; pages: readonly { href: Route; label: string }[] };

/** The pages of one place, as a line of links. */
export function SubNavigation({ label, pages }: Props) {
  const path = usePathname();
  return (
    <nav aria-label={label} className="mb-6 border-line border-b">
      <ul className="flex flex-wrap gap-x-1">
        {pages.map((page) => (
          <li key={page.href}>
            <Link
              href={page.href}
              aria-current={path === page.href ? "page" : undefined}
              className="block whitespace-nowrap border-transparent border-b-2 px-3 py-2 font-medium text-muted text-sm hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent"
            >
              {page.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
