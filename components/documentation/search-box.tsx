"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { Found } from "#server/documentation/search.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { useShortcuts } from "../shell/use-shortcuts.ts";
import { INPUT_LOOK } from "../ui/text-field.tsx";
import { useEarlyInput } from "../ui/use-early-input.ts";
import { documentationRoute } from "./documentation-link.tsx";

const SETTLED_MS = 120;

/** Searches as the user types; `/` moves the focus here. Without scripts, the form opens a page of results. */
export function SearchBox() {
  const t = useTranslations("documentation.search");
  const id = useId();
  const openScreen = useOpenScreen();
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { found, hasFailed } = useFound(text);
  function search(wanted: string) {
    setText(wanted);
    setActive(0);
    setIsOpen(true);
  }
  const input = useEarlyInput<HTMLInputElement>(search);
  useShortcuts("documentation", { search: () => input.current?.select() });
  const shown = isOpen && text.trim() !== "" ? found : undefined;

  function open({ href }: Found) {
    setIsOpen(false);
    input.current?.blur();
    void openScreen(documentationRoute(href));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") setIsOpen(false);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = shown?.[active];
    if (step && shown?.length) setActive((active + step + shown.length) % shown.length);
    else if (event.key === "Enter" && chosen) open(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <search className="relative block">
      <form action={routeTo("docsSearch")}>
        <label htmlFor={`${id}-input`} className="sr-only">
          {t("label")}
        </label>
        <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
        <input
          ref={input}
          id={`${id}-input`}
          name="q"
          type="search"
          autoComplete="off"
          role="combobox"
          aria-expanded={shown !== undefined && shown.length > 0}
          aria-controls={`${id}-results`}
          aria-autocomplete="list"
          aria-activedescendant={shown?.[active] ? `${id}-${active}` : undefined}
          placeholder={t("placeholder")}
          value={text}
          onChange={({ target }) => search(target.value)}
          onFocus={() => setIsOpen(true)}
          onBlur={() => setIsOpen(false)}
          onKeyDown={onKeyDown}
          className={`${INPUT_LOOK} peer pl-9`}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-2 right-2.5 hidden rounded border border-line px-1.5 py-0.5 font-sans text-muted text-xs md:peer-placeholder-shown:block md:peer-focus:hidden"
        >
          /
        </span>
      </form>
      <div
        className={
          shown || hasFailed
            ? "absolute inset-x-0 top-full z-40 mt-2 max-h-[70dvh] overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-xl empty:hidden"
            : "sr-only"
        }
      >
        {isOpen && hasFailed && <p className="px-3 py-2 text-failure text-sm">{t("failed")}</p>}
        <p role="status" className={shown?.length === 0 ? "px-3 py-2 text-muted text-sm" : "sr-only"}>
          {shown && t("status", { count: shown.length })}
        </p>
        <div id={`${id}-results`} role="listbox" tabIndex={-1} aria-label={t("results")} lang="en" translate="no">
          {shown?.map((one, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys.
            <div
              key={one.href}
              id={`${id}-${index}`}
              ref={index === active ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(index)}
              onClick={() => open(one)}
              className="cursor-pointer rounded-lg px-3 py-2 text-sm aria-selected:bg-tint"
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className="truncate font-medium">{one.section}</span>
                <span className="shrink-0 text-muted text-xs">{one.page}</span>
              </span>
              <span className="mt-0.5 line-clamp-1 text-muted text-xs">{one.excerpt}</span>
            </div>
          ))}
        </div>
      </div>
    </search>
  );
}

/** Fetches search results for a text after a short pause in typing. */
function useFound(text: string): { found: Found[] | undefined; hasFailed: boolean } {
  const [results, setResults] = useState<{ found: Found[] | undefined; hasFailed: boolean }>(NOTHING);
  useEffect(() => {
    if (text.trim() === "") return setResults(NOTHING);
    const aborter = new AbortController();
    const { signal } = aborter;
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/api/documentation?${new URLSearchParams({ q: text })}`, { signal });
        if (!response.ok) throw new Error(String(response.status));
        setResults({ found: (await response.json()) as Found[], hasFailed: false });
      } catch {
        if (!signal.aborted) setResults({ found: undefined, hasFailed: true });
      }
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [text]);
  return results;
}

const NOTHING = { found: undefined, hasFailed: false };
