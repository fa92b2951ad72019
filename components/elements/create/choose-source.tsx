"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DocsLink } from "../../ui/docs-link.tsx";
import { type AnyError, Failed } from "../../ui/states.tsx";
import { FieldLabel, INPUT_LOOK } from "../../ui/text-field.tsx";
import { useFormat } from "../../ui/use-format.ts";
import type { Source } from "./import-request.ts";

const MEGABYTE = 1024 * 1024;
const LARGEST = 20 * MEGABYTE;

/** Rounded up, so that what is too large never reads like the limit. */
const tenthsAbove = (value: number) => Math.ceil(value * 10) / 10;

type Props = { isBusy: boolean; error: AnyError | null; onChoose: (source: Source) => void };

/** A file, dropped or chosen, or pasted text. A file is previewed at once. */
export function ChooseSource({ isBusy, error, onChoose }: Props) {
  const t = useTranslations("elements.import");
  const { size, number } = useFormat();
  const [text, setText] = useState("");
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState("");
  const [isOver, setIsOver] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  /** Previews it, unless the server would refuse its size. */
  function send({ file, name }: Source, label = name) {
    const isTooLarge = file.size > LARGEST;
    setProblem(isTooLarge ? t("tooLarge", { name: label, size: number(tenthsAbove(file.size / MEGABYTE)) }) : "");
    if (!isTooLarge) onChoose({ file, name });
  }

  function choose(files: FileList | null) {
    const [chosen, ...others] = files ?? [];
    if (!chosen || isBusy) return;
    setFile(others.length === 0 ? chosen : undefined);
    if (others.length > 0) setProblem(t("several"));
    else send({ file: chosen, name: chosen.name });
  }

  function submit() {
    setFile(undefined);
    if (text.trim() === "") {
      setProblem(t("nothing"));
      return field.current?.focus();
    }
    send({ file: new Blob([text]), name: "pasted.txt" }, t("pasted"));
  }

  // A browser would open a file that misses the field, and leave the page.
  useEffect(() => {
    const ignore = (event: DragEvent) => event.preventDefault();
    window.addEventListener("dragover", ignore);
    window.addEventListener("drop", ignore);
    return () => {
      window.removeEventListener("dragover", ignore);
      window.removeEventListener("drop", ignore);
    };
  }, []);

  return (
    <form
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset
        aria-label={t("dropField")}
        onDragOver={() => setIsOver(true)}
        // Its own parts are no place outside of it.
        onDragLeave={({ currentTarget, relatedTarget }) =>
          setIsOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
        }
        onDrop={({ dataTransfer }) => {
          setIsOver(false);
          choose(dataTransfer.files);
        }}
        className={`grid grid-cols-[minmax(0,1fr)] justify-items-center gap-3 rounded-2xl border-2 border-dashed px-6 py-10 text-center ${isOver ? "border-accent bg-tint" : "border-line"}`}
      >
        <p className="text-muted text-sm">{t(isOver ? "release" : "drop")}</p>
        <label className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-lg border border-line bg-surface px-4 py-2 font-medium text-sm focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2 hover:border-accent hover:bg-tint">
          <FileUp aria-hidden="true" className="size-4" />
          {t("file")}
          <input
            type="file"
            className="sr-only"
            onChange={({ target }) => {
              choose(target.files);
              target.value = "";
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
