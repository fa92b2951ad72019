"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

const OPEN_DEPTH = 2;
const MOST_SHOWN = 100;

/** JSON as a tree that opens level by level. */
export function JsonTree({ value, depth = 0 }: { value: unknown; depth?: number }) {
  const t = useTranslations("builder.dock.tree");
  const [shown, setShown] = useState(MOST_SHOWN);
  if (typeof value !== "object" || value === null) return <Leaf value={value} />;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="text-muted">{Array.isArray(value) ? "[ ]" : "{ }"}</span>;
  return (
    <ul className={depth > 0 ? "ml-2 border-line border-l pl-2" : ""}>
      {entries.slice(0, shown).map(([name, item]) => (
        <Entry key={name} name={name} item={item} depth={depth} />
      ))}
      {entries.length > shown && (
        <li>
          <button
            type="button"
            onClick={() => setShown(shown + MOST_SHOWN)}
            className="min-h-6 text-accent hover:underline"
          >
            {t("more", { count: entries.length - shown })}
          </button>
        </li>
      )}
    </ul>
  );
}

function Entry({ name, item, depth }: { name: string; item: unknown; depth: number }) {
  const t = useTranslations("builder.dock.tree");
  const count = typeof item === "object" && item !== null ? Object.keys(item).length : 0;
  const [isOpen, setIsOpen] = useState(depth < OPEN_DEPTH && count <= MOST_SHOWN);
  if (typeof item !== "object" || item === null)
    return (
      <li className="flex min-w-0 gap-2 pl-5">
        <span className="shrink-0 text-muted">{name}</span>
        <Leaf value={item} />
      </li>
    );
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-6 max-w-full gap-2 rounded text-left hover:text-accent"
      >
        <span aria-hidden="true" className="w-3 shrink-0 text-muted">
          {isOpen ? "▾" : "▸"}
        </span>
        <span className="min-w-0 truncate">{name}</span>
        <span className="shrink-0 text-muted">{t(Array.isArray(item) ? "items" : "fields", { count })}</span>
      </button>
      {isOpen && <JsonTree value={item} depth={depth + 1} />}
    </li>
  );
}

const Leaf = ({ value }: { value: unknown }) => (
  <span
    className={`min-w-0 whitespace-pre-wrap break-words [overflow-wrap:anywhere] ${typeof value === "string" ? "" : "text-step-script"}`}
  >
    {typeof value === "string" ? value : JSON.stringify(value)}
  </span>
);
