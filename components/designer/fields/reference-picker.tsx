"use client";

import { Popover } from "@base-ui/react/popover";
import { Braces } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useRef, useState } from "react";
import { foldedText } from "#server/search-text.ts";
import { useDefinitionLabels } from "../../definitions/use-definition-labels.ts";
import { DocsLink } from "../../ui/docs-link.tsx";
import { returnFocus } from "../../ui/return-focus.ts";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import type { PartRef } from "../model/draft.ts";
import type { ReachableValue } from "../model/reachable-values.ts";
import { useReachableValues } from "../model/run-values.tsx";

type Props = {
  at: PartRef;
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (path: string) => void;
  /** The field that takes the value, and then the focus. */
  field: RefObject<HTMLElement | null>;
};

const MOST_SHOWN = 60;

/** Lists the reachable values that a reference can use, each with its value in the last run. */
export function ReferencePicker({ at, label, open, onOpenChange, onPick, field }: Props) {
  const t = useTranslations("designer");
  const isPicked = useRef(false);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(isOpen) => {
        isPicked.current = false;
        onOpenChange(isOpen);
      }}
    >
      <Popover.Trigger
        aria-label={t("field.insert", { label })}
        className="grid size-7 place-items-center rounded text-muted hover:bg-code hover:text-accent"
      >
        <Braces aria-hidden="true" className="size-4" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner positionMethod="fixed" sideOffset={4} align="end" className="z-50">
          <Popover.Popup
            aria-label={t("picker.title")}
            ref={popup}
            finalFocus={returnFocus(popup, () => (isPicked.current ? field.current : true))}
            className="w-[min(24rem,calc(100vw-2rem))] rounded-xl border border-line bg-surface p-2 shadow-xl"
          >
            <Values
              at={at}
              onPick={(path) => {
                isPicked.current = true;
                onPick(path);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Values({ at, onPick }: Pick<Props, "at" | "onPick">) {
  const t = useTranslations("designer.picker");
  const [search, setSearch] = useState("");
  const values = useReachableValues(at);
  const found = values.filter(({ path }) => foldedText(path).includes(foldedText(search))).slice(0, MOST_SHOWN);
  const groups = Map.groupBy(found, ({ group }) => group);
  return (
    <>
      <input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && found[0] && onPick(found[0].path)}
        className={INPUT_LOOK}
      />
      <div className="mt-1 max-h-72 overflow-y-auto">
        {[...groups].map(([group, listed]) => (
          <Group key={group} group={group} values={listed} onPick={onPick} />
        ))}
        {found.length === 0 && <p className="p-2 text-muted text-sm">{t("none")}</p>}
      </div>
      <p className="border-line border-t px-2 pt-2 pb-1">
        <DocsLink page="/expressions-and-scripts">{t("docs")}</DocsLink>
      </p>
    </>
  );
}

type GroupProps = { group: ReachableValue["group"]; values: ReachableValue[]; onPick: (path: string) => void };

function Group({ group, values, onPick }: GroupProps) {
  const t = useTranslations("designer.values");
  const { text } = useDefinitionLabels();
  const description = (about: ReachableValue["about"]) =>
    !about ? "" : "key" in about ? t(about.key) : "defined" in about ? text(about.defined) : about.text;
  return (
    <section aria-label={t(group)}>
      <h3 className="px-2 pt-2 pb-1 font-medium text-muted text-xs">{t(group)}</h3>
      <ul>
        {values.map(({ path, about, sample }) => (
          <li key={path}>
            <button
              type="button"
              onClick={() => onPick(path)}
              className="w-full rounded-lg px-2 py-1.5 text-left hover:bg-tint focus-visible:bg-tint"
            >
              <span className="block break-all font-mono text-[0.8125rem]">{path}</span>
              <span className="block truncate text-muted text-xs">{sample ?? description(about)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
