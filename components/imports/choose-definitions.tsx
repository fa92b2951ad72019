"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Source } from "../api/send-form.ts";
import { DropZone } from "../ui/drop-zone.tsx";
import { type AnyError, Failed } from "../ui/states.tsx";
import { useFormat } from "../ui/use-format.ts";

const MEGABYTE = 1024 * 1024;
const LARGEST = 20 * MEGABYTE;

type Props = { isBusy: boolean; error: AnyError | null; onChoose: (source: Source) => void };

/** A zip file or JSON files, dropped or chosen. Several JSON files are sent as one list. */
export function ChooseDefinitions({ isBusy, error, onChoose }: Props) {
  const t = useTranslations("imports.choose");
  const { number } = useFormat();
  const [problem, setProblem] = useState("");

  async function choose(files: File[]) {
    if (files.length === 0 || isBusy) return;
    setProblem("");
    const name = files
      .map((file) => file.name)
      .join(", ")
      .slice(0, 200);
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > LARGEST) return setProblem(t("tooLarge", { name, size: number(Math.ceil(size / MEGABYTE)) }));
    const [file] = files;
    if (file && files.length === 1) return onChoose({ file, name: file.name });
    if (files.some((one) => !/\.json$/i.test(one.name))) return setProblem(t("mixed"));
    const definitions: unknown[] = [];
    for (const one of files)
      try {
        definitions.push(JSON.parse(await one.text()));
      } catch {
        return setProblem(t("notJson", { name: one.name }));
      }
    onChoose({ file: new Blob([JSON.stringify(definitions.flat())]), name: "definitions.json" });
  }

  return (
    <div className="grid max-w-3xl gap-4">
      <DropZone
        label={t("field")}
        invitation={t("drop")}
        release={t("release")}
        button={t("button")}
        accept=".zip,.json,application/zip,application/json"
        multiple
        onChoose={(files) => void choose(files)}
      >
        <p className="text-muted text-sm">{t("nothing")}</p>
      </DropZone>
      {problem && (
        <p role="alert" className="text-failure text-sm [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
      {error && <Failed error={error} />}
    </div>
  );
}
