"use client";

import { Tabs } from "@base-ui/react/tabs";
import { useQuery } from "@tanstack/react-query";
import { type Answer, useTRPC } from "../shell/trpc.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Card } from "../ui/page.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { valuesByTab } from "./values-by-tab.ts";

type Step = Answer["execution"]["read"]["steps"][number];

/** What a step received and answered, sorted into what a person looks for. */
export function StepValues({ step }: { step: Step }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.execution.step.queryOptions({ stepExecutionId: step.id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section aria-label={`Values of ${step.name}`} className="min-w-0">
      <Card>
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <div className="p-5">
            <Loading what="the values" />
          </div>
        )}
        {data && <Values step={step} values={data.values} error={data.error} />}
      </Card>
    </section>
  );
}

type Shown = Answer["execution"]["step"];

function Values({ step, values, error }: { step: Step } & Pick<Shown, "values" | "error">) {
  const tabs = valuesByTab(step.type, values, error);
  return (
    <Tabs.Root defaultValue={tabs[0]?.label}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b px-5">
        <h3 className="py-3 font-medium font-mono text-sm">{step.name}</h3>
        <Tabs.List aria-label={`Values of ${step.name}`} className="-mb-px flex gap-1">
          {tabs.map(({ label }) => (
            <Tabs.Tab
              key={label}
              value={label}
              className="border-transparent border-b-2 px-3 py-3 text-muted text-sm hover:text-ink data-[active]:border-accent data-[active]:text-accent"
            >
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      {tabs.map(({ label, values: shown }) => (
        <Tabs.Panel key={label} value={label} className="grid gap-5 p-5">
          {shown.length === 0 && <p className="text-muted text-sm">It left nothing behind.</p>}
          {shown.map(({ key, value }) => (
            <Value key={key} name={key} text={value} />
          ))}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

const SHOWN = 100_000;

function Value({ name, text }: { name: string; text: string }) {
  const pretty = inLines(text);
  return (
    <div className="min-w-0">
      <div className="flex items-center justify-between gap-3">
        <h4 className="font-medium text-sm">{name}</h4>
        <CopyButton text={pretty} label={name} />
      </div>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to get there */}
      <section
        aria-label={name}
        tabIndex={0}
        className="mt-1 max-h-96 overflow-auto rounded-lg border border-line bg-code p-3"
      >
        <pre className="whitespace-pre-wrap break-words font-mono text-[0.8125rem] leading-relaxed">
          {pretty.slice(0, SHOWN)}
        </pre>
      </section>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to get there */}
      {pretty.length > SHOWN && (
        <p className="mt-1 text-muted text-xs">
          The first {SHOWN.toLocaleString("en")} of {pretty.length.toLocaleString("en")} characters; Copy takes all.
        </p>
      )}
    </div>
  );
}

/** JSON in lines; anything else as it is. */
function inLines(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
