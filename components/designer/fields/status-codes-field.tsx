"use client";

import { X } from "lucide-react";
import { useFormatter } from "next-intl";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { isExpression } from "#server/formula/property.ts";
import { yesOrNo } from "#server/formula/property-values.ts";
import { USUAL_CODES } from "#server/formula/request.ts";
import type { StatusRange } from "#server/formula/status-codes.ts";
import { useDraft } from "../model/design.ts";
import { isRecord, type PartRef, partOf } from "../model/draft.ts";
import { useSpeech } from "../model/speech.ts";
import { FieldNotes, useTextNotes } from "./field-notes.tsx";
import { ReferencePicker } from "./reference-picker.tsx";
import { codeParts, readCodes } from "./status-code-parts.ts";

type Props = {
  at: PartRef;
  name: string;
  label: string;
  help?: string | undefined;
  value: unknown;
  onChange: (text: string) => void;
};

type List = keyof typeof USUAL_CODES;

/**
 * Status codes, one chip for each code. The value is always the text of the specification: the text being typed is its
 * last part, which becomes a chip on Enter, comma or blur.
 */
export function StatusCodesField({ at, name, label, help, value, onChange }: Props) {
  const { t } = useSpeech();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isPicking, setIsPicking] = useState(false);
  const text = textOf(value);
  const { faults, filled } = useTextNotes(at, text);
  const parts = codeParts(text);
  const isTyping = typed !== "" && parts.at(-1) === typed;
  const entered = isTyping ? parts.slice(0, -1) : parts;
  const chips = readCodes(entered.join(",")).parts;
  // An incomplete code is not an error yet.
  const isIncomplete = isTyping && readCodes(typed).problem !== undefined;
  const { problem, isOfPart, ranges } = readCodes((isIncomplete ? entered : parts).join(","));
  const list: List = name === "acceptableStatusCodes" ? name : "retryStatusCodes";
  const sentence = useSentence(at, list)(text.trim() === "" ? USUAL_CODES[list] : ranges);

  function type(next: string) {
    const split = codeParts(next);
    const last = split.pop()?.trimStart() ?? "";
    setTyped(last);
    onChange([...entered, ...split.filter((part) => part.trim()), ...(last && [last])].join(","));
    if (next.length > typed.length && next.endsWith("${")) setIsPicking(true);
  }

  function pick(path: string) {
    const finished = isTyping ? typed.replace(/\$\{$/, "") : "";
    onChange([...entered, `${finished}\${${path}}`].join(","));
    setTyped("");
    setIsPicking(false);
  }

  function remove(index: number) {
    onChange(parts.filter((_, place) => place !== index).join(","));
    input.current?.focus();
  }

  function press(event: KeyboardEvent) {
    if (event.key === "Enter") setTyped("");
    if (event.key === "Backspace" && !isTyping && entered.length > 0) remove(entered.length - 1);
  }

  return (
    <div className="grid gap-1">
      <div className="flex min-h-7 items-end justify-between gap-2">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        <ReferencePicker
          at={at}
          label={label}
          open={isPicking}
          onOpenChange={setIsPicking}
          onPick={pick}
          field={input}
        />
      </div>
      <div className="flex min-h-10 flex-wrap items-center gap-1 rounded-lg border border-edge bg-ground p-1.5 font-mono text-[0.8125rem] outline-accent outline-offset-2 has-[input:focus-visible]:outline-2">
        <ul aria-label={t("statusCodes.list", { label })} className="contents">
          {chips.map((chip, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list may contain the same code twice
            <Chip key={index} {...chip} onRemove={() => remove(index)} />
          ))}
        </ul>
        <input
          ref={input}
          id={id}
          value={isTyping ? typed : ""}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
          onBlur={() => setTyped("")}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-description`}
          className="min-h-6 w-10 flex-1 bg-transparent px-1 outline-none"
        />
      </div>
      <FieldNotes id={`${id}-description`} label={label} help={help} faults={faults} filled={filled} onFix={onChange}>
        <p role="status" className={problem ? "text-failure" : "font-medium"}>
          {problem ? `${isOfPart ? "" : `${label} `}${problem}.` : sentence}
        </p>
      </FieldNotes>
    </div>
  );
}

function Chip({ text, problem, onRemove }: { text: string; problem?: string; onRemove: () => void }) {
  const { t } = useSpeech();
  const code = text || t("statusCodes.blank");
  return (
    <li
      className={`flex min-w-0 items-center rounded-md border pl-1.5 ${problem ? "border-failure border-dashed text-failure" : "border-line bg-tint"}`}
    >
      <span className="break-all">{code}</span>
      <button
        type="button"
        onClick={onRemove}
        aria-label={t("statusCodes.remove", { code })}
        className="grid size-6 shrink-0 place-items-center rounded text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </li>
  );
}

/** The effect of these codes, or of the default ones; without parts that are only known at run time. */
function useSentence(at: PartRef, list: List): (ranges: StatusRange[] | undefined) => string | undefined {
  const { t } = useSpeech();
  const format = useFormatter();
  const retry = partOf(useDraft(), at)?.properties.retry;
  const isRetried = isExpression(retry) || yesOrNo.safeParse(retry).data === true;
  const verb = list === "acceptableStatusCodes" ? "succeeds" : isRetried ? "retries" : "retryIsOff";
  const textOfRange = ({ from, to }: StatusRange) =>
    from === to ? String(from) : t("statusCodes.range", { from: String(from), to: String(to) });
  return (ranges) => ranges && t(`statusCodes.${verb}`, { codes: format.list(ranges.map(textOfRange)) });
}

/** As the runtime parses it: a number and a list of numbers are codes, too. */
const textOf = (value: unknown): string =>
  isRecord(value) ? JSON.stringify(value) : value === undefined || value === null ? "" : String(value);
