"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { foldedText } from "#server/search-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Roving } from "../../ui/roving.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";

export type Choice = { path: string; note: string };

type Props = {
  title: string;
  choices: readonly Choice[];
  /** A description of a path that is none of the choices. */
  otherwise: (path: string) => string;
  open: boolean;
  onClose: () => void;
  onChoose: (path: string) => void;
};

/** Chooses one of many fields by typing a part of its path; Enter takes the first. */
export function ChooseFieldDialog({ title, open, onClose, ...list }: Props) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
      <ChoiceList {...list} />
    </Dialog>
  );
}

const MOST = 200;

function ChoiceList({ choices, otherwise, onChoose }: Pick<Props, "choices" | "otherwise" | "onChoose">) {
  const t = useTranslations("common-resources.choose");
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const typed = text.trim();
  const wanted = foldedText(typed);
  const found = choices.filter(({ path }) => foldedText(path).includes(wanted)).slice(0, MOST);
  const isOther = typed !== "" && !choices.some(({ path }) => path === typed);
  const [first = isOther ? { path: typed } : undefined] = found;
  return (
    <div className="grid gap-3">
      <input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") list.current?.querySelector("button")?.focus();
          else if (event.key === "Enter" && first) onChoose(first.path);
          else return;
          event.preventDefault();
        }}
        className={INPUT_LOOK}
      />
      <div ref={list} className="max-h-80 overflow-y-auto">
        <Roving className="grid gap-0.5">
          {found.map(({ path, note }) => (
            <ChoiceButton key={path} label={path} note={note} onClick={() => onChoose(path)} />
          ))}
          {isOther && <ChoiceButton label={otherwise(typed)} note="" onClick={() => onChoose(typed)} />}
        </Roving>
      </div>
      {!first && <p className="text-muted text-sm">{t("none")}</p>}
    </div>
  );
}

const ChoiceButton = ({ label, note, onClick }: { label: string; note: string; onClick: () => void }) => (
  <button
    type="button"
    onClick={onClick}
    className="flex min-h-10 w-full items-center justify-between gap-3 rounded-lg px-3 py-1.5 text-left text-sm hover:bg-tint focus-visible:bg-tint"
  >
    <code className="min-w-0 font-mono [overflow-wrap:anywhere]">{label}</code>
    {note !== "" && <span className="max-w-[45%] truncate text-muted text-xs">{note}</span>}
  </button>
);
