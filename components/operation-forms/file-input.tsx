"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { DropZone } from "../ui/drop-zone.tsx";
import { FieldHelp } from "../ui/text-field.tsx";
import { useFormat } from "../ui/use-format.ts";
import type { SentFile } from "./request.ts";

/** The largest file that fits into one request of a screen, in Base64. */
const MOST_BYTES = 2 ** 20;

type Props = {
  label: string;
  help: string;
  file: SentFile | undefined;
  onChange: (file: SentFile) => void;
};

/** A file that is sent with a request. */
export function FileInput({ label, help, file, onChange }: Props) {
  const t = useTranslations("operation-forms.file");
  const { bytes } = useFormat();
  const [problem, setProblem] = useState("");
  const id = useId();

  async function take(chosen: File | undefined) {
    if (!chosen) return;
    const isLarge = chosen.size > MOST_BYTES;
    setProblem(isLarge ? t("large", { size: bytes(chosen.size), most: bytes(MOST_BYTES) }) : "");
    if (isLarge) return;
    const { name: fileName, type } = chosen;
    onChange({ fileName, contentType: type || "application/octet-stream", content: await base64Of(chosen) });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <span aria-hidden="true" className="font-medium text-sm">
        {label}
      </span>
      <DropZone
        label={label}
        invitation={
          <p role="status" className="[overflow-wrap:anywhere]">
            {file ? file.fileName : t("none")}
          </p>
        }
        release={t("release")}
        button={t(file ? "other" : "choose")}
        isSmall
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-description`}
        onChoose={([chosen]) => void take(chosen?.file)}
      />
      <FieldHelp id={id} help={help} problem={problem} />
    </div>
  );
}

/** The Base64 content of a data URL. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
