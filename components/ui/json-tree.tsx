"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, useState } from "react";
import { isolated } from "./isolated.ts";

const OPEN_DEPTH = 2;
const MOST_SHOWN = 100;

/** The path of a value: names of fields, and positions in lists. */
export type JsonPath = readonly (string | number)[];

type Looks = {
  /** Renders the name of a value, such as a button that copies its path; by default its text. */
  Name?: ComponentType<{ path: JsonPath }> | undefined;
  /** Renders the text of a value that is neither a list nor an object; by default as it is. */
  Text?: ComponentType<{ text: string }> | undefined;
};

/** JSON as a tree that opens level by level. */
export function JsonTree({ value, path = [], ...looks }: { value: unknown; path?: JsonPath } & Looks) {
  const t = useTranslations("ui.tree");
  const [shown, setShown] = useState(MOST_SHOWN);
  if (typeof value !== "object" || value === null) return <Leaf value={value} {...looks} />;
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="text-muted">{isList ? "[ ]" : "{ }"}</span>;
  return (
    <ul className={path.length > 0 ? "ml-2 border-line border-l pl-2" : ""}>
      {entries.slice(0, shown).map(([name, item]) => (
        <Entry key={name} item={item} path={[...path, isList ? Number(name) : name]} {...looks} />
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

const TOGGLE = "flex min-h-6 shrink-0 gap-2 rounded text-left hover:text-accent";

function Entry({ item, path, Name, Text }: { item: unknown; path: JsonPath } & Looks) {
  const t = useTranslations("ui.tree");
  const name = String(path.at(-1));
  const count = typeof item === "object" && item !== null ? Object.keys(item).length : 0;
  const [isOpen, setIsOpen] = useState(path.length <= OPEN_DEPTH && count <= MOST_SHOWN);
  if (typeof item !== "object" || item === null)
    return (
      <li className="flex min-w-0 gap-2 pl-6">
        {Name ? <Name path={path} /> : <span className="max-w-[50%] shrink-0 break-all text-muted">{name}</span>}
        <Leaf value={item} Text={Text} />
      </li>
    );
  const mark = (
    <span aria-hidden="true" className="w-4 shrink-0 text-muted">
      {isOpen ? "▾" : "▸"}
    </span>
  );
  const toggle = { type: "button", "aria-expanded": isOpen, onClick: () => setIsOpen(!isOpen) } as const;
  return (
    <li className="min-w-0">
      <div className="flex min-w-0 gap-2">
        {Name ? (
          <>
            <button {...toggle} aria-label={t("open", { name: isolated(name) })} className={TOGGLE}>
              {mark}
            </button>
            <Name path={path} />
          </>
        ) : (
          <button {...toggle} className={`${TOGGLE} min-w-0 shrink`}>
            {mark}
            <span className="min-w-0 truncate">{name}</span>
          </button>
        )}
        <span className="shrink-0 text-muted">{t(Array.isArray(item) ? "items" : "fields", { count })}</span>
      </div>
      {isOpen && <JsonTree value={item} path={path} Name={Name} Text={Text} />}
    </li>
  );
}

function Leaf({ value, Text }: { value: unknown } & Pick<Looks, "Text">) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return (
    <span
      className={`min-w-0 whitespace-pre-wrap break-words [overflow-wrap:anywhere] ${typeof value === "string" ? "" : "text-step-script"}`}
    >
      {Text ? <Text text={text} /> : text}
    </span>
  );
}
