import { useTranslations } from "next-intl";
import { type Ref, useId } from "react";
import { DropZone } from "../ui/drop-zone.tsx";
import { FieldHelp } from "../ui/text-field.tsx";
import { useFormat } from "../ui/use-format.ts";

type Props = {
  file: File | undefined;
  /** A description of its columns, if known. */
  columns: string;
  problem: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  onChoose: (files: File[]) => void;
};

/** The file of an upload, with its size and its columns after it is chosen. */
export function FileField({ file, columns, problem, inputRef, onChoose }: Props) {
  const t = useTranslations("bulk-jobs.upload");
  const { bytes } = useFormat();
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <span aria-hidden="true" className="font-medium text-sm">
        {t("file")}
      </span>
      <DropZone
        label={t("file")}
        invitation={
          <div id={`${id}-file`} role="status">
            {file ? (
              <>
                <p className="text-ink [overflow-wrap:anywhere]">
                  <span translate="no" className="font-medium">
                    {file.name}
                  </span>{" "}
                  <span className="whitespace-nowrap text-muted">{bytes(file.size)}</span>
                </p>
                <p className="mt-1 line-clamp-2 text-xs [overflow-wrap:anywhere] empty:hidden">{columns}</p>
              </>
            ) : (
              t("drop")
            )}
          </div>
        }
        release={t("release")}
        button={t(file ? "chooseOther" : "choose")}
        accept=".csv,.json,.jsonl,.ndjson,.txt,text/csv,application/json"
        isSmall
        inputRef={inputRef}
        aria-invalid={problem ? true : undefined}
        aria-describedby={[file && `${id}-file`, problem && `${id}-description`].filter(Boolean).join(" ") || undefined}
        onChoose={(chosen) => onChoose(chosen.map((one) => one.file))}
      />
      <FieldHelp id={id} problem={problem} />
    </div>
  );
}
