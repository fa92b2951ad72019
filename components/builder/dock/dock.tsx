"use client";

import { useMutation } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { type Filled, NOTHING_FILLED, type requestOf } from "../../operation-forms/request.ts";
import { Failed } from "../../ui/states.tsx";
import { FieldLabel, INPUT_LOOK } from "../../ui/text-field.tsx";
import { AccountPicker } from "../accounts/account-picker.tsx";
import { named, useAccounts } from "../accounts/use-accounts.ts";
import { useBuilder, useBuilderStore, useElement } from "../model/builder.ts";
import { placeOf } from "../model/operation-item.ts";
import { addressIn } from "../model/operations.ts";
import { isError, useProblems } from "../model/problems.tsx";
import { testedDraft } from "../model/tested-draft.ts";
import { type TestedOperation, testedOperations } from "../model/tested-operations.ts";
import { Proofs } from "./proofs.tsx";
import { TestedRequestForm } from "./tested-request-form.tsx";
import type { Trial } from "./trial.ts";
import { TrialResult } from "./trial-result.tsx";

const MOST_KEPT = 20;

/** The header in which the API of the hubs names the next page. */
const NEXT_PAGE = "elements-next-page-token";

type Request = ReturnType<typeof requestOf>;
type Past = {
  id: number;
  label: string;
  at: number;
  trial: Trial;
  sent: unknown;
  onNextPage?: (() => void) | undefined;
};

type Props = {
  /** The focused element when the dock was opened: if the focus has moved since, it stays there. */
  openedFrom: Element | null;
  onClose: () => void;
};

/** Sends requests to a real account by the current draft, and shows all exchanges. */
export function Dock({ openedFrom, onClose }: Props) {
  const t = useTranslations("builder.dock");
  const trpc = useTRPC();
  const store = useBuilderStore();
  const element = useElement();
  const isResources = useBuilder(({ part }) => part === "resources");
  const item = useBuilder((builder) => builder.item);
  const keepSample = useBuilder((builder) => builder.keepSample);
  const problems = useProblems().filter(isError);
  const { account } = useAccounts();
  const { mutate, error, isPending } = useMutation(trpc.builder.tryRequest.mutationOptions());
  const [chosen, setChosen] = useState<number | null>(null);
  const [filled, setFilled] = useState<Readonly<Record<string, Filled>>>({});
  const [past, setPast] = useState<readonly Past[]>([]);
  const [shown, setShown] = useState<number | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const ids = { operation: useId(), past: useId() };

  useEffect(() => {
    const now = document.activeElement;
    if (now === openedFrom || now === document.body) heading.current?.focus();
  }, [openedFrom]);

  const operations = testedOperations(element);
  const inPart = isResources ? (placeOf(item)?.at ?? null) : null;
  const operation =
    operations.find(({ at }) => at === (chosen ?? inPart)) ??
    operations.find(({ at }) => at === inPart) ??
    operations[0];
  const nameOf = ({ method, path }: TestedOperation) => `${method} ${path}`;
  const result = past.find(({ id }) => id === shown);

  const blocked =
    problems.length > 0
      ? t("hasProblems", { count: problems.length })
      : account === undefined
        ? t("noAccount")
        : undefined;

  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown !== null) outcome.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);

  function send(to: TestedOperation, request: Request) {
    if (!account) return;
    mutate(
      { ...testedDraft(store), ...named(account), ...request },
      {
        onSuccess(trial) {
          const id = (past[0]?.id ?? 0) + 1;
          const nextPage = trial.headers[NEXT_PAGE];
          const onNextPage =
            nextPage === undefined ? undefined : () => send(to, { ...request, query: { ...request.query, nextPage } });
          const one = { id, label: nameOf(to), at: to.at, trial, sent: request.body, onNextPage };
          setPast((before) => [one, ...before].slice(0, MOST_KEPT));
          setShown(id);
          if (trial.status < 300) keepSample(addressIn(to), { request: request.body, response: trial.body });
          store.getState().test({ at: to.at, request, trial });
        },
      },
    );
  }

  return (
    <section
      aria-labelledby="builder-dock"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented && isInside(event)) onClose();
      }}
      className="grid min-w-0 content-start gap-4 p-4"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 id="builder-dock" ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {t("title")}
        </h2>
        <button
          type="button"
          aria-label={t("close")}
          onClick={onClose}
          className="rounded-lg p-2 text-muted hover:bg-code hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <AccountPicker />
      {operation ? (
        <>
          <div className="grid gap-1.5">
            <FieldLabel id={ids.operation} label={t("operation")} />
            <select
              id={ids.operation}
              value={operation.at}
              onChange={({ target }) => setChosen(Number(target.value))}
              className={INPUT_LOOK}
            >
              {operations.map((one) => (
                <option key={one.at} value={one.at}>
                  {nameOf(one)}
                </option>
              ))}
            </select>
            {operation.description && <p className="line-clamp-3 text-muted text-sm">{operation.description}</p>}
          </div>
          <TestedRequestForm
            key={nameOf(operation)}
            operation={operation}
            filled={filled[nameOf(operation)] ?? NOTHING_FILLED}
            isBusy={isPending}
            blocked={blocked}
            onChange={(now) => setFilled({ ...filled, [nameOf(operation)]: now })}
            onSend={(request) => send(operation, request)}
          />
        </>
      ) : (
        <p className="text-muted text-sm">{t("noOperations")}</p>
      )}
      {error && <Failed error={error} />}
      {past.length > 1 && (
        <div className="grid gap-1.5">
          <FieldLabel id={ids.past} label={t("past")} />
          <select
            id={ids.past}
            value={shown ?? ""}
            onChange={({ target }) => setShown(Number(target.value))}
            className={INPUT_LOOK}
          >
            {past.map(({ id, label, trial }) => (
              <option key={id} value={id}>
                {t("pastOne", { number: id, label, status: trial.status })}
              </option>
            ))}
          </select>
        </div>
      )}
      {operation && (
        <Proofs account={account} resource={`${operation.method}:${operation.path}`} isReady={blocked === undefined} />
      )}
      {result && (
        <div ref={outcome} className="min-w-0 scroll-mt-16">
          <TrialResult
            key={result.id}
            trial={result.trial}
            at={result.at}
            sent={result.sent}
            onNextPage={blocked === undefined ? result.onNextPage : undefined}
          />
        </div>
      )}
    </section>
  );
}

/** Dialogs of the dock close themselves, and so do the suggestions of an editor. */
const isInside = ({ target, currentTarget }: KeyboardEvent<HTMLElement>): boolean =>
  target instanceof Element && currentTarget.contains(target) && target.closest(".monaco-editor") === null;
