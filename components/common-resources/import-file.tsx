"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { cutText } from "#server/cut-text.ts";
import { type RouterInputs, useTRPC } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Failed } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";

/** Imports a common resource from a file, as an export writes it. */
export function ImportFile() {
  const t = useTranslations("common-resources.list");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const { mutate, error, isPending } = useMutation(
    trpc.commonResource.import.mutationOptions({
      async onSuccess({ vdrName = "", results }) {
        await queries.invalidateQueries(trpc.commonResource.pathFilter());
        const skipped = results.filter(({ action }) => action === "skipped").length;
        toast(t("imported", { name: vdrName }), t("importedDescription", { count: skipped }));
      },
    }),
  );

  async function read(file: File | undefined) {
    if (!file) return;
    setProblem(undefined);
    try {
      // The server validates its input.
      mutate(JSON.parse(await file.text()) as RouterInputs["commonResource"]["import"]);
    } catch {
      setProblem(t("notJson", { name: cutText(file.name, 100) }));
    }
  }

  return (
    <div className="grid gap-2">
      <Button isBusy={isPending} onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" className="size-4" /> {t("import")}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t("import")}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = "";
        }}
      />
      {problem && (
        <p role="alert" className="max-w-sm text-failure text-sm">
          {problem}
        </p>
      )}
      {error && <Failed error={error} />}
    </div>
  );
}
