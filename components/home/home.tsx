"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Braces, PlayCircle, Plug } from "lucide-react";
import Link from "next/link";
import { RunRow } from "../executions/run-row.tsx";
import { type Answer, useTRPC } from "../shell/trpc.ts";
import { LinkButton } from "../ui/button.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";

type Overview = Answer["home"]["overview"];

const EVERY_MS = 5000;

/** What to try first, what needs somebody, and what ran last. */
export function Home({ firstName }: { firstName: string }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({ ...trpc.home.overview.queryOptions(), refetchInterval: EVERY_MS });
  return (
    <Page
      title={firstName ? `Hello, ${firstName}.` : "Hello."}
      words="Formulas move your data; here is how they are doing."
    >
      <ThingsToTry formulaId={data?.firstFormulaId} />
      {error && !data && (
        <div className="mt-10">
          <Failed error={error} onRetry={() => void refetch()} />
        </div>
      )}
      <div className="mt-12 grid gap-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="recent-runs" className="min-w-0 lg:order-1">
          <div className="flex items-baseline justify-between gap-4">
            <h2 id="recent-runs" className="font-semibold text-xl tracking-tight">
              Recent runs
            </h2>
            <Link href={"/runs" as never} className="text-accent text-sm hover:underline">
              All runs
            </Link>
          </div>
          <div className="mt-4">
            {data ? <RecentRuns runs={data.recent} /> : !error && <Loading what="the recent runs" />}
          </div>
        </section>
        <section aria-labelledby="attention" className="min-w-0 lg:order-2">
          <h2 id="attention" className="font-semibold text-xl tracking-tight">
            Needs attention
          </h2>
          <div className="mt-4">
            {data ? <Attention {...data} /> : !error && <Loading what="what needs attention" />}
          </div>
        </section>
      </div>
    </Page>
  );
}

function ThingsToTry({ formulaId }: { formulaId: number | undefined }) {
  const things = [
    {
      href: formulaId === undefined ? "/formulas" : `/formulas/${formulaId}`,
      title: "Run a formula",
      words: "Send it an order and see every value that each step saw.",
      Icon: PlayCircle,
      color: "text-step-trigger",
    },
    {
      href: "/connections/new",
      title: "Connect an account",
      words: "Pick an element (a connector), sign in to it, use it in a formula.",
      Icon: Plug,
      color: "text-step-element",
    },
    {
      href: "/elements/api-v2/openapi.json",
      title: "Read the API",
      words: "Everything here is one REST API. This is its description.",
      Icon: Braces,
      color: "text-step-script",
    },
  ];
  return (
    <section aria-labelledby="to-try">
      <h2 id="to-try" className="sr-only">
        Three things to try
      </h2>
      <ul className="grid gap-4 sm:grid-cols-3">
        {things.map(({ href, title, words, Icon, color }) => (
          <li
            key={title}
            className="group relative rounded-2xl border border-line bg-surface p-5 shadow-sm hover:border-accent"
          >
            <Icon aria-hidden="true" className={`size-6 ${color}`} />
            <h3 className="mt-4 font-semibold">
              <Link
                href={href as never}
                prefetch={href.startsWith("/elements") ? false : null}
                className="after:absolute after:inset-0 after:rounded-2xl"
              >
                {title}
                <ArrowRight
                  aria-hidden="true"
                  className="ml-1.5 inline size-4 text-muted motion-safe:transition-transform group-hover:translate-x-1"
                />
              </Link>
            </h3>
            <p className="mt-1.5 text-muted text-sm leading-relaxed">{words}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentRuns({ runs }: { runs: Overview["recent"] }) {
  if (runs.length === 0)
    return (
      <Empty title="Nothing has run yet" actions={<LinkButton href="/formulas">Go to the formulas</LinkButton>}>
        Each run of a formula is written down here, with what every step received and answered.
      </Empty>
    );
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
    </Card>
  );
}

function Attention({ broken, failed }: Pick<Overview, "broken" | "failed">) {
  if (broken.length + failed.length === 0)
    return (
      <Card className="flex items-start gap-3 p-5">
        <span aria-hidden="true" className="text-success">
          ✔
        </span>
        <p className="text-sm">
          Nothing. <span className="text-muted">No run failed in the last 24 hours, and every connection works.</span>
        </p>
      </Card>
    );
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line text-sm">
        {broken.map(({ id, name, elementName }) => (
          <Attended key={`connection-${id}`} href={`/connections/${id}`} title={`Connect ${name} again`}>
            {elementName} no longer accepts the sign-in that we hold.
          </Attended>
        ))}
        {failed.length > 0 && (
          <Attended
            href="/runs?status=failed&kind=real"
            title={`${failed.length === 20 ? "20 or more" : failed.length} failed ${failed.length === 1 ? "run" : "runs"}`}
          >
            In the last 24 hours. The latest: {failed[0]?.formulaName}
            {failed[0]?.error ? `, “${failed[0].error.slice(0, 120)}”` : ""}
          </Attended>
        )}
      </ul>
    </Card>
  );
}

function Attended({ href, title, children }: { href: string; title: string; children: React.ReactNode }) {
  return (
    <li className="relative flex gap-3 px-5 py-4 hover:bg-tint">
      <span aria-hidden="true" className="text-failure">
        ✖
      </span>
      <span className="min-w-0">
        <Link href={href as never} className="font-medium after:absolute after:inset-0">
          {title}
        </Link>
        <span className="mt-0.5 block break-words text-muted">{children}</span>
      </span>
    </li>
  );
}
