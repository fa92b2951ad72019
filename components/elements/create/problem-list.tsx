"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Problem } from "./import-request.ts";

/** Parts that cannot be imported, with their places in the file; rendered when it is opened. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const t = useTranslations("elements.import");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="w-fit rounded-md text-waiting">{t("problems", { count: problems.length })}</summary>
      {isOpen && (
        <ul className="mt-2 grid gap-1.5">
          {problems.map(({ place, message }) => (
            <li key={`${place} ${message}`} className="[overflow-wrap:anywhere]">
              <code className="mr-2 rounded bg-code px-1.5 py-0.5 font-mono text-xs">{place}</code>
              {message}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
