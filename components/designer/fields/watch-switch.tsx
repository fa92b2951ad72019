"use client";

import { type UseQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { type RouterOutputs, useTRPC } from "../../api/trpc.ts";
import { useProblemText } from "../../problems/use-problem-text.ts";
import { useMayChange } from "../../shell/may-change.tsx";
import { OnOff } from "../../ui/on-off.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { INPUT_LOOK } from "../../ui/text-field.tsx";
import { useErrorText } from "../../ui/use-error-text.ts";

type Watch = RouterOutputs["connection"]["watch"];
type Props = { account: { id: number; name: string }; watch: UseQueryResult<Watch, { message: string }> };

/** Turns polling or webhooks of a connection on and off, and says which of the two it is and what that means. */
export function WatchSwitch({ account: { id: elementInstanceId, name }, watch: { data, error, refetch } }: Props) {
  const t = useTranslations("designer.watch");
  const problemText = useProblemText();
  const id = useId();
  const trpc = useTRPC();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const mayChange = useMayChange();
  const turn = useMutation(
    trpc.connection.watchChanges.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.connection.pathFilter()),
    }),
  );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what={t("loading")} />;
  const { kind, next, kinds, minutes, problems } = data;
  if (next === null) return <p className="rounded-lg border border-line p-2 text-sm">{t("unsupported", { name })}</p>;
  const set = (on: boolean, chosen?: string) =>
    turn.mutate({ elementInstanceId, on, ...(chosen !== undefined && { kind: chosen }) });
  return (
    <section aria-label={t("title")} className="grid gap-2 rounded-lg border border-line p-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-medium text-sm">{t("title")}</h3>
        <OnOff
          label={t("title")}
          on={kind !== null}
          disabled={!mayChange}
          isBusy={turn.isPending}
          onChange={(on) => set(on)}
        />
      </div>
      {kinds.length > 1 && (
        <div className="flex items-center gap-2">
          <label htmlFor={id} className="shrink-0 text-sm">
            {t("how")}
          </label>
          <select
            id={id}
            value={next}
            disabled={!mayChange || kind === null}
            aria-busy={turn.isPending || undefined}
            onChange={({ target }) => turn.isPending || set(true, target.value)}
            className={INPUT_LOOK}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {t(`kinds.${one}`)}
              </option>
            ))}
          </select>
        </div>
      )}
      <p className="text-muted text-xs">
        {t(kind === null ? "off" : "on", { name })} {t(`means.${next}`, { name, minutes: minutes ?? 0 })}{" "}
        {t(mayChange ? "forAll" : "forbidden")}
      </p>
      {problems.map((problem) => (
        <p key={problem.key} className="break-words text-waiting text-xs">
          {problemText([problem])}
        </p>
      ))}
      {turn.error && (
        <p role="alert" className="break-words text-failure text-xs">
          {errorText(turn.error)}
        </p>
      )}
    </section>
  );
}
