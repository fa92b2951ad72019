"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { cutText } from "#server/cut-text.ts";
import { type RouterInputs, type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { Schema } from "../documentation/schema.tsx";
import { type Filled, requestOf } from "../operation-forms/request.ts";
import { RequestForm } from "../operation-forms/request-form.tsx";
import { useMayChange } from "../shell/may-change.tsx";
import { useShortcuts } from "../shell/use-shortcuts.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { MethodBadge } from "../ui/method-badge.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { DownloadReply } from "./download-reply.tsx";
import type { EnteredRequests } from "./entered-requests.ts";
import { Example } from "./example.tsx";
import { type Reply, ResponseView } from "./response-view.tsx";
import { snippetRequest } from "./snippet-request.ts";
import { useEntered } from "./use-entered.ts";
import type { Source } from "./use-explorer-place.ts";
import { useSending } from "./use-sending.ts";

type Operation = RouterOutputs["explorer"]["operation"];
type Request = ReturnType<typeof requestOf>;

type Props = {
  source: Source;
  connection: number | undefined;
  operationId: string;
  title: string;
  entered: EnteredRequests;
};

/** One operation: what it does, a form to try it, and its response. */
export function OperationView({ source, operationId, ...more }: Props) {
  const t = useTranslations("explorer.operation");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.explorer.operation.queryOptions({ ...source, operationId }),
    staleTime: 60_000,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading what={t("loading")} />;
  const key = `${JSON.stringify(source)} ${operationId}`;
  return <LoadedOperation key={key} operation={data} source={source} operationId={operationId} {...more} />;
}

/** A request, as it was sent, and the tokens of the pages up to the shown one: the first page has none. */
type Sent = { request: Request; whole: RouterInputs["explorer"]["send"]; pages: readonly (string | undefined)[] };

function LoadedOperation({ operation, title, entered, ...place }: { operation: Operation } & Props) {
  const { connection } = place;
  const t = useTranslations("explorer.operation");
  const mayChange = useMayChange();
  const isOnline = useOnline();
  const [filled, fill] = useEntered(entered, place);
  const [toConfirm, setToConfirm] = useState<Request | null>(null);
  const [sent, setSent] = useState<(Sent & { reply: Reply }) | null>(null);
  const { mutate, cancel, error, isPending, isSlow, isCanceled } = useSending();
  const heading = useRef<HTMLHeadingElement>(null);
  const inputs = useRef<HTMLDivElement>(null);
  const { method, path, summary, description, credentials, isChange, isDeletion, fields, columns, isPaged } = operation;
  const isOfElement = credentials === "element";
  // Rows of one connection are not shown, nor continued, under the name of another one.
  const shown = sent && (!isOfElement || sent.whole.elementInstanceId === connection) ? sent : null;

  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const blocked = !isOnline ? t("offline") : isOfElement && connection === undefined ? t("needsConnection") : undefined;

  function send(request: Request, pages: Sent["pages"]) {
    const nextPage = pages.at(-1);
    const whole = {
      ...request,
      query: { ...request.query, ...(nextPage !== undefined && { nextPage }) },
      ...(isOfElement && { elementInstanceId: connection }),
      ...(credentials === "bearer" && { asSession: true }),
    };
    mutate(whole, { onSuccess: (reply) => setSent({ request, whole, pages, reply }) });
  }

  const onSend = (request: Request) => (isDeletion ? setToConfirm(request) : send(request, [undefined]));
  useShortcuts("explorer", { send: () => inputs.current?.querySelector("form")?.requestSubmit() });

  return (
    <>
      <h2
        ref={heading}
        tabIndex={-1}
        className="line-clamp-3 break-words font-semibold text-xl tracking-tight outline-none [overflow-wrap:anywhere]"
      >
        {summary || title}
      </h2>
      <p className="mt-1.5 flex items-baseline gap-2">
        <MethodBadge method={method} />
        <code translate="no" className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">
          {path}
        </code>
      </p>
      {description && <p className="mt-3 max-w-2xl break-words text-muted text-sm leading-6">{description}</p>}
      {isChange && !mayChange && <p className="mt-3 text-sm">{t("viewer")}</p>}
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-2">
        <div ref={inputs} className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <RequestForm
            operation={operation}
            fields={fields}
            columns={columns}
            filled={filled}
            isBusy={isPending}
            blocked={blocked}
            onChange={fill}
            onSend={onSend}
          />
          {isSlow && (
            <Button
              className="justify-self-start"
              onClick={() => {
                cancel();
                inputs.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
              }}
            >
              {t("cancel")}
            </Button>
          )}
          <p role="status" className="text-sm empty:hidden">
            {isCanceled && t(isChange ? "canceledChange" : "canceled")}
          </p>
          <Facts operation={operation} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          {error && !isCanceled && <Failed error={error} />}
          {shown && <Outcome sent={shown} isPaged={isPaged} isBusy={isPending} onPage={send} />}
          <Example request={exampleOf(operation, filled)} />
        </div>
      </div>
      <Confirm
        method={method}
        path={toConfirm?.path ?? ""}
        open={toConfirm !== null}
        onCancel={() => setToConfirm(null)}
        onSend={() => {
          if (toConfirm) send(toConfirm, [undefined]);
          setToConfirm(null);
        }}
      />
    </>
  );
}

type OutcomeProps = {
  sent: Sent & { reply: Reply };
  isPaged: boolean;
  isBusy: boolean;
  onPage: (request: Request, pages: Sent["pages"]) => void;
};

function Outcome({ sent: { request, whole, pages, reply }, isPaged, isBusy, onPage }: OutcomeProps) {
  const t = useTranslations("explorer.response");
  const isRead = isPaged && reply.status < 400;
  return (
    <section aria-label={t("title")} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">{t("title")}</h3>
      {isRead && (
        <div className="flex flex-wrap items-center gap-2">
          <Button isIdle={pages.length < 2} isBusy={isBusy} onClick={() => onPage(request, pages.slice(0, -1))}>
            {t("previous")}
          </Button>
          <Button
            isIdle={!reply.nextPage}
            isBusy={isBusy}
            onClick={() => reply.nextPage && onPage(request, [...pages, reply.nextPage])}
          >
            {t("next")}
          </Button>
          <span role="status" className="text-muted text-sm">
            {t("page", { number: pages.length })} {!reply.nextPage && t("lastPage")}
          </span>
        </div>
      )}
      {(reply.isFile || reply.isCut) && reply.status < 400 && <DownloadReply request={whole} name={reply.fileName} />}
      <ResponseView key={reply.requestId} reply={reply} />
    </section>
  );
}

function Facts({ operation: { reply, responses } }: { operation: Operation }) {
  const t = useTranslations("explorer.operation");
  return (
    <div className="grid gap-3 text-sm">
      {reply && (
        <details>
          <summary className="cursor-pointer rounded-md font-medium">{t("response")}</summary>
          <Schema schema={reply} />
        </details>
      )}
      <details>
        <summary className="cursor-pointer rounded-md font-medium">{t("statuses")}</summary>
        <dl className="mt-2 grid grid-cols-[3.5rem_minmax(0,1fr)] gap-y-1.5">
          {responses.map(({ status, description }) => (
            <div key={status} className="contents">
              <dt className={`font-mono ${status < "400" ? "text-success" : "text-failure"}`}>{status}</dt>
              <dd className="break-words text-muted">{description}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

type ConfirmProps = { method: string; path: string; open: boolean; onCancel: () => void; onSend: () => void };

function Confirm({ method, path, open, onCancel, onSend }: ConfirmProps) {
  const t = useTranslations("explorer.remove");
  return (
    <Dialog
      title={t("title", { method, path: cutText(path, 200) })}
      description={t("description")}
      open={open}
      onOpenChange={(isOpen) => isOpen || onCancel()}
    >
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t("cancel")}</Button>
        <Button kind="danger" onClick={onSend}>
          {t("send", { method })}
        </Button>
      </div>
    </Dialog>
  );
}

/** The request of the form; a body that is no JSON yet is left out, and empty parts of the path stay placeholders. */
function exampleOf(operation: Operation, filled: Filled) {
  const { path, credentials } = operation;
  const base = `${window.location.origin}/elements/api-v2`;
  const request = attempt(operation, filled) ?? attempt(operation, { ...filled, body: "" });
  const shownPath = path.replaceAll(/\{([^{}/]+)\}/g, (placeholder, name: string) => {
    const value = filled.inputs[`path ${name}`];
    return value ? encodeURIComponent(value) : placeholder;
  });
  return snippetRequest({ ...(request as Request), path: shownPath }, { base, credentials });
}

function attempt(operation: Operation, filled: Filled): Request | undefined {
  try {
    return requestOf(operation, filled);
  } catch {
    return undefined;
  }
}

const subscribe = (notify: () => void) => {
  window.addEventListener("online", notify);
  window.addEventListener("offline", notify);
  return () => {
    window.removeEventListener("online", notify);
    window.removeEventListener("offline", notify);
  };
};
const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
