"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Answer, useTRPC } from "../shell/trpc.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Card } from "../ui/page.tsx";
import { Failed } from "../ui/states.tsx";
import { When } from "../ui/when.tsx";

type Connection = Answer["connection"]["read"];

const CAUSES: Record<Connection["standing"], string | undefined> = {
  works: undefined,
  ending: "Its sign-in ends, and the provider gave nothing to renew it with. Connect it again before then.",
  ended: "Its sign-in has ended, and the provider gave nothing to renew it with. Connect it again.",
  revoked: "The provider no longer accepts the sign-in that we hold: it was revoked, or has expired. Connect it again.",
  disabled: "Somebody switched it off. Calls are refused until it is switched on.",
};

/** How it stands and why, its last calls, and its token for programs. */
export function ConnectionFacts({ connection: { id, standing, calls } }: { connection: Connection }) {
  const cause = CAUSES[standing];
  return (
    <Card className="divide-y divide-line text-sm">
      {cause && <p className="px-4 py-3">{cause}</p>}
      <dl className="grid gap-3 px-4 py-3">
        <Fact label="Last good call">{calls.good ? <Call call={calls.good} /> : "None within a week"}</Fact>
        <Fact label="Last failed call">{calls.bad ? <Call call={calls.bad} /> : "None within a week"}</Fact>
      </dl>
      <Token elementInstanceId={id} />
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Call({ call: { at, status, words, requestId } }: { call: NonNullable<Connection["calls"]["good"]> }) {
  return (
    <>
      <When at={at} />, answered {status}
      <span className="block break-all font-mono text-muted text-xs">{words}</span>
      {status >= 400 && (
        <span className="flex items-center gap-1 text-muted text-xs">
          Request <code className="break-all font-mono">{requestId}</code>
          <CopyButton text={requestId} label="the request id" />
        </span>
      )}
    </>
  );
}

/** What programs name the connection by; it is read when somebody looks. */
function Token({ elementInstanceId }: { elementInstanceId: number }) {
  const trpc = useTRPC();
  const { mutate, reset, data, error, isPending } = useMutation(trpc.connection.token.mutationOptions({ gcTime: 0 }));
  return (
    <div className="px-4 py-3">
      <div className="flex items-center justify-between gap-2">
        <div className="min-w-0">
          <h3 className="text-muted text-xs">Token for programs</h3>
          <p className="mt-0.5 break-all font-mono text-[0.8125rem]">{data?.token ?? "••••••••••••"}</p>
        </div>
        {data && <CopyButton text={data.token} label="the token" />}
      </div>
      <Button
        kind="quiet"
        className="-ml-4"
        isBusy={isPending}
        onClick={() => (data ? reset() : mutate({ elementInstanceId }))}
      >
        {data ? "Hide it" : "Show it"}
      </Button>
      {error && <Failed error={error} />}
      <p className="text-muted text-xs">It stays the same when you connect again. The audit log notes who looked.</p>
    </div>
  );
}
