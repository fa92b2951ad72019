"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { cutText } from "#server/cut-text.ts";
import type { Source } from "../api/send-form.ts";
import type { ChosenFile } from "../ui/chosen-files.ts";
import { DropZone } from "../ui/drop-zone.tsx";
import { type AnyError, Failed } from "../ui/states.tsx";
import { useFormat } from "../ui/use-format.ts";

const MEGABYTE = 1024 * 1024;
const LARGEST = 20 * MEGABYTE;

/** Definitions and their scripts, as the command line reads them from a folder. */
const IN_FOLDERS = /\.(?:json|js)$/i;
const OF_A_TOOL = /(?:^|\/)(?:\.[^/]+|node_modules)(?:\/|$)/;

/** Files that were chosen individually, and files of a folder that can be part of a definition. */
const definitionFiles = (chosen: readonly ChosenFile[]): ChosenFile[] =>
  chosen.filter(({ path }) => !path.includes("/") || (IN_FOLDERS.test(path) && !OF_A_TOOL.test(path)));

const nameOf = (chosen: readonly ChosenFile[]): string =>
  cutText([...new Set(chosen.map(({ path }) => path.split("/")[0]))].join(", "), 200);

type Props = { isBusy: boolean; error: AnyError | null; onChoose: (source: Source) => void };

/** A zip file, JSON files or a folder, dropped or chosen. Several files are sent as a zip file. */
export function ChooseDefinitions({ isBusy, error, onChoose }: Props) {
  const t = useTranslations("imports.choose");
  const notLoaded = useTranslations("ui.notLoaded");
  const { number } = useFormat();
  const [problem, setProblem] = useState("");

  async function choose(chosen: ChosenFile[]) {
    if (chosen.length === 0 || isBusy) return;
    setProblem("");
    const files = definitionFiles(chosen);
    if (files.length === 0) return setProblem(t("empty"));
    const size = files.reduce((sum, { file }) => sum + file.size, 0);
    if (size > LARGEST)
      return setProblem(t("tooLarge", { name: nameOf(chosen), size: number(Math.ceil(size / MEGABYTE)) }));
    const [single] = files;
    if (single && files.length === 1 && single.path === single.file.name)
      return onChoose({ file: single.file, name: single.path });
    if (files.some(({ path }) => !IN_FOLDERS.test(path))) return setProblem(t("mixed"));
    const code = await import("./zipped.ts").catch(() => null);
    if (!code) return setProblem(`${notLoaded("title")}. ${notLoaded("description")}`);
    onChoose({ file: await code.zipped(files), name: "definitions.zip" });
  }

  return (
    <div className="grid max-w-3xl gap-4">
      <DropZone
        label={t("field")}
        invitation={t("drop")}
        release={t("release")}
        button={t("button")}
        folderButton={t("folder")}
        accept=".zip,.json,.js,application/zip,application/json"
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
