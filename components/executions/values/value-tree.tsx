"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useToast } from "../../ui/toasts.tsx";
import { Masked } from "./masked.tsx";

const OPEN_DEPTH = 2;
const MOST_SHOWN = 100;

/** A collapsible JSON tree. Clicking a name copies the reference `${…}` to its value. */
export function ValueTree({ value, path, depth = 0 }: { value: object; path: string; depth?: number }) {
  const t = useTranslations("executions.values");
  const [shown, setShown] = useState(MOST_SHOWN);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="text-muted">{isList ? "[ ]" : "{ }"}</span>;
  return (
    <ul className={depth > 0 ? "ml-2 border-line border-l pl-2" : ""}>
      {entries.slice(0, shown).map(([key, item]) => (
        <Entry key={key} name={key} item={item} path={pathTo(path, key, isList)} depth={depth} />
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

function Entry({ name, item, path, depth }: { name: string; item: unknown; path: string; depth: number }) {
  const t = useTranslations("executions.values");
  const count = typeof item === "object" && item !== null ? Object.keys(item).length : 0;
  const [isOpen, setIsOpen] = useState(depth < OPEN_DEPTH && count <= MOST_SHOWN);
  if (typeof item !== "object" || item === null)
    return (
      <li className="flex min-w-0 gap-2 pl-6">
        <Name name={name} path={path} />
        <span
          className={`min-w-0 whitespace-pre-wrap break-words [overflow-wrap:anywhere] ${typeof item === "string" ? "" : "text-step-script"}`}
        >
          <Masked text={typeof item === "string" ? item : JSON.stringify(item)} />
        </span>
      </li>
    );
  return (
    <li>
      <div className="flex min-w-0 gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t("open", { name })}
          onClick={() => setIsOpen(!isOpen)}
          className="min-h-6 w-4 shrink-0 rounded text-muted hover:text-accent"
        >
          <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
        </button>
        <Name name={name} path={path} />
        <span className="shrink-0 text-muted">{t(Array.isArray(item) ? "items" : "fields", { count })}</span>
      </div>
      {isOpen && <ValueTree value={item} path={path} depth={depth + 1} />}
    </li>
  );
}

function Name({ name, path }: { name: string; path: string }) {
  const t = useTranslations("executions.values");
  const toast = useToast();
  const reference = `\${${path}}`;
  return (
    <button
      type="button"
      title={t("copy", { reference })}
      onClick={(event) => {
        event.preventDefault();
        navigator.clipboard.writeText(reference).then(
          () => toast(t("copied"), reference),
          () => toast(t("byHand"), reference),
        );
      }}
      className="min-h-6 min-w-0 max-w-[50%] break-all rounded text-left text-accent hover:underline"
    >
      {name}
    </button>
  );
}

/** Names that are not plain words are put in brackets. */
const pathTo = (path: string, key: string, isList: boolean): string =>
  isList ? `${path}[${key}]` : /^[\w$-]+$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
