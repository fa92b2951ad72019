"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import type { Source } from "../../api/send-form.ts";
import { Button } from "../../ui/button.tsx";
import type { ChosenFile } from "../../ui/chosen-files.ts";
import { DocsLink } from "../../ui/docs-link.tsx";
import { DropZone } from "../../ui/drop-zone.tsx";
import { PageForm } from "../../ui/page-form.tsx";
import { type AnyError, Failed } from "../../ui/states.tsx";
import { FieldLabel, INPUT_LOOK } from "../../ui/text-field.tsx";
import { useEarlyInput } from "../../ui/use-early-input.ts";
import { useFormat } from "../../ui/use-format.ts";

const MEGABYTE = 1024 * 1024;
const LARGEST = 20 * MEGABYTE;

/** Rounded up, so that a file that is too large never appears to equal the limit. */
const tenthsAbove = (value: number) => Math.ceil(value * 10) / 10;

type Props = { isBusy: boolean; error: AnyError | null; onChoose: (source: Source) => void };

/** A file, dropped or chosen, or pasted text. A file is previewed at once. */
export function ChooseSource({ isBusy, error, onChoose }: Props) {
  const t = useTranslations("elements.import");
  const { size, number } = useFormat();
  const [text, setText] = useState("");
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState("");
  const field = useEarlyInput<HTMLTextAreaElement>(setText);
  const id = useId();

  /** Previews it, unless the server would refuse its size. */
  function send({ file, name }: Source, label = name) {
    const isTooLarge = file.size > LARGEST;
    setProblem(isTooLarge ? t("tooLarge", { name: label, size: number(tenthsAbove(file.size / MEGABYTE)) }) : "");
    if (!isTooLarge) onChoose({ file, name });
  }

  function choose([first, ...others]: ChosenFile[]) {
    const chosen = first?.file;
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

  return (
    <PageForm
      isUnsaved={text !== "" && !isBusy}
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={submit}
    >
      <DropZone
        label={t("dropField")}
        invitation={t("drop")}
        release={t("release")}
        button={t("file")}
        onChoose={choose}
      >
        {file && (
          <p className="max-w-full truncate text-muted text-sm">
            {t("chosen", { name: file.name, size: size(file.size) })}
          </p>
        )}
        <DocsLink page="/import#formats">{t("formats")}</DocsLink>
      </DropZone>
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
    </PageForm>
  );
}
