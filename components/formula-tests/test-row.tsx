"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { DeleteButton } from "../ui/delete-button.tsx";
import { downloadJson } from "../ui/download-json.ts";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { AcceptDialog } from "./accept-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { TestDialog } from "./test-dialog.tsx";
import { Differences } from "./test-results.tsx";

type Test = RouterOutputs["formulaTest"]["list"][number];
type Props = { formulaId: number; test: Test };

/** A test with its last result; its name opens the recording. */
export function TestRow({ formulaId, test: { id, name, steps, requests, createdDate, lastResult } }: Props) {
  const t = useTranslations("formula-tests");
  const trpc = useTRPC();
  const [dialog, setDialog] = useState<"opened" | "rename" | "accept" | null>(null);
  const nameButton = useRef<HTMLButtonElement>(null);
  const of = { formulaId, formulaTestId: id };
  const download = useMutation(
    trpc.formulaTest.read.mutationOptions({ onSuccess: (test) => downloadJson(test.name, test) }),
  );
  const dialogOf = (which: typeof dialog) => ({
    ...{ ...of, name, open: dialog === which },
    onOpenChange: (isOpen: boolean) => setDialog(isOpen ? which : null),
  });
  return (
    <li className="px-5 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <button
            ref={nameButton}
            type="button"
            aria-haspopup="dialog"
            onClick={() => setDialog("opened")}
            className="line-clamp-2 rounded text-left font-medium [overflow-wrap:anywhere] hover:text-accent hover:underline"
          >
            {name}
          </button>
          <p className="text-muted text-xs">
            {t("facts", { steps, requests })} · <RelativeTime at={createdDate} />
          </p>
          <LastResult result={lastResult} />
        </div>
        <div className="flex items-center gap-2">
          <MayChange>
            <Button
              kind="quiet"
              aria-label={t("rename.named", { name })}
              aria-haspopup="dialog"
              onClick={() => setDialog("rename")}
            >
              <Pencil aria-hidden="true" className="size-4" />
            </Button>
          </MayChange>
          <Button
            kind="quiet"
            aria-label={t("export", { name })}
            isBusy={download.isPending}
            onClick={() => download.mutate(of)}
          >
            <Download aria-hidden="true" className="size-4" />
          </Button>
          <MayChange>
            <Remove {...of} name={name} />
          </MayChange>
        </div>
      </div>
      {download.error && <Failed error={download.error} />}
      {lastResult && !lastResult.passed && (
        <>
          <Differences name={name} differences={lastResult.differences} />
          <MayChange>
            <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted text-sm">
              {t("accept.question")}
              <Button aria-haspopup="dialog" onClick={() => setDialog("accept")}>
                {t("accept.open")}
              </Button>
            </p>
          </MayChange>
        </>
      )}
      <TestDialog {...dialogOf("opened")} />
      <RenameDialog {...dialogOf("rename")} />
      <AcceptDialog {...dialogOf("accept")} opened={() => nameButton.current} />
    </li>
  );
}

function Remove({ name, ...of }: { formulaId: number; formulaTestId: number; name: string }) {
  const t = useTranslations("formula-tests");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const remove = useMutation(
    trpc.formulaTest.remove.mutationOptions({
      async onSuccess() {
        toast(t("removed", { name }));
        await queries.invalidateQueries(trpc.formulaTest.pathFilter());
      },
    }),
  );
  return (
    <DeleteButton
      name={name}
      kind={t("kind")}
      description={t("remove")}
      isBusy={remove.isPending}
      error={remove.error}
      onDelete={() => remove.mutate(of)}
    />
  );
}

/** How the test went last, with what, and when. */
function LastResult({ result }: { result: Test["lastResult"] }) {
  const t = useTranslations("formula-tests");
  if (!result) return <p className="text-muted text-xs">{t("notRun")}</p>;
  const { passed, revision, ranDate } = result;
  return (
    <p className="text-xs">
      <span className={`font-medium ${passed ? "text-success" : "text-failure"}`}>
        <span aria-hidden="true">{passed ? "✔ " : "✖ "}</span>
        {t(passed ? "pass" : "fail")}
      </span>{" "}
      <span className="text-muted">
        {revision === null ? t("withDraft") : t("withRevision", { revision: String(revision) })} ·{" "}
        <RelativeTime at={ranDate} />
      </span>
    </p>
  );
}
