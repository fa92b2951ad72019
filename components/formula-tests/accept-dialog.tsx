"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Link } from "../ui/link.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useToast } from "../ui/toasts.tsx";
import { Differences } from "./test-results.tsx";

type Accepted = { formulaId: number; formulaTestId: number; name: string };
type Props = Accepted & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The element that gets the focus when the dialog closes: its button is gone once the results are accepted. */
  opened: () => HTMLElement | null;
};

/** Shows the results of the published revision that a test does not expect, and makes it expect them. */
export function AcceptDialog({ open, onOpenChange, opened, ...test }: Props) {
  const t = useTranslations("formula-tests.accept");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      restoresFocus={() => opened() ?? true}
      title={t("title", { name: test.name })}
      description={t("description")}
    >
      <NewResults {...test} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NewResults({ name, onDone, ...test }: Accepted & { onDone: () => void }) {
  const t = useTranslations("formula-tests.accept");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, data, error } = useMutation(trpc.formulaTest.preview.mutationOptions());
  const preview = useEffectEvent(() => mutate(test));
  useEffect(() => preview(), []);
  const accept = useMutation(
    trpc.formulaTest.accept.mutationOptions({
      async onSuccess() {
        await queries.invalidateQueries(trpc.formulaTest.pathFilter());
        onDone();
        toast(t("accepted", { name }));
      },
    }),
  );
  if (error) return <Failed error={error} onRetry={() => mutate(test)} />;
  if (!data) return <Loading what={t("loading")} />;
  const { differences, missingResponses, revision, digest } = data;
  const isAcceptable = missingResponses.length === 0 && differences.length > 0;
  return (
    <div className="grid gap-4">
      {differences.length === 0 ? (
        <p className="text-sm">{t("same", { revision: String(revision) })}</p>
      ) : (
        <div className="text-sm">
          <p>{t("differences", { revision: String(revision) })}</p>
          <div className="max-h-72 overflow-y-auto">
            <Differences name={name} differences={differences} />
          </div>
        </div>
      )}
      {missingResponses.length > 0 && (
        <p role="status" className="rounded-lg border border-waiting/50 p-3 text-sm">
          {t("missing")}{" "}
          <Link href={routeTo("runs", { formulaId: test.formulaId })} className="text-accent underline">
            {t("runs")}
          </Link>
        </p>
      )}
      {accept.error && (
        <Failed error={accept.error} onRetry={() => mutate(test, { onSuccess: () => accept.reset() })} />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{t(isAcceptable ? "cancel" : "close")}</Button>
        {isAcceptable && (
          <Button kind="primary" isBusy={accept.isPending} onClick={() => accept.mutate({ ...test, digest })}>
            {t("verb")}
          </Button>
        )}
      </div>
    </div>
  );
}
