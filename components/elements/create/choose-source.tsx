"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DocsLink } from "../../ui/docs-link.tsx";
import { type AnyError, Failed } from "../../ui/states.tsx";
import { FieldLabel, INPUT_LOOK } from "../../ui/text-field.tsx";
import { useFormat } from "../../ui/use-format.ts";
import type { Source } from "./import-request.ts";

const LARGEST = 20 * 1024 * 1024;

type Props = { isBusy: boolean; error: AnyError | null; onChoose: (source: Source) => void };

/** A file, dropped or chosen, or pasted text. A file is previewed at once. */
export function ChooseSource({ isBusy, error, onChoose }: Props) {
  const t = useTranslations("elements.import");
  const { size } = useFormat();
  const [text, setText] = useState("");
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState("");
  const [isOver, setIsOver] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  function choose(chosen: File | undefined) {
    if (!chosen || isBusy) return;
    setFile(chosen);
    setProblem(chosen.size > LARGEST ? t("tooLarge", { name: chosen.name }) : "");
    if (chosen.size <= LARGEST) onChoose({ file: chosen, name: chosen.name });
  }

  function submit() {
    setFile(undefined);
    setProblem(text.trim() === "" ? t("nothing") : "");
    if (text.trim() === "") return field.current?.focus();
    onChoose({ file: new Blob([text]), name: "pasted.txt" });
  }

  return (
    <form
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          choose(event.dataTransfer.files[0]);
        }}
        className={`grid grid-cols-[minmax(0,1fr)] justify-items-center gap-3 rounded-2xl border-2 border-dashed px-6 py-10 text-center ${isOver ? "border-accent bg-tint" : "border-line"}`}
      >
        <p className="text-muted text-sm">{t("drop")}</p>
        <label className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-lg border border-line bg-surface px-4 py-2 font-medium text-sm focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2 hover:border-accent hover:bg-tint">
          <FileUp aria-hidden="true" className="size-4" />
          {t("file")}
          <input
            type="file"
            className="sr-only"
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              target.value = "";
              choose(chosen);
            }}
          />
        </label>
        {file && (
          <p className="max-w-full truncate text-muted text-sm">
            {t("chosen", { name: file.name, size: size(file.size) })}
          </p>
        )}
        <DocsLink page="/import#formats">{t("formats")}</DocsLink>
      </fieldset>
      <div className="grid gap-1.5">
        <FieldLabel id={id} label={t("text")} />
        <textarea
          id={id}
          ref={field}
          rows={8}
          value={text}
          onChange={({ target }) => setText(target.value)}
          spellCheck={false}
          className={`${INPUT_LOOK} font-mono`}
        />
      </div>
      {problem && (
        <p role="alert" className="text-failure text-sm [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
      {error && <Failed error={error} />}
      <div>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t("preview")}
        </Button>
      </div>
    </form>
  );
}
