"use client";

import { Tabs } from "@base-ui/react/tabs";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { NEXT_PAGE } from "../../api/next-page.ts";
import { useTRPC } from "../../api/trpc.ts";
import { useEarly } from "../../api/use-early.ts";
import { useKinds } from "../../builder/use-kinds.ts";
import { ElementIcon, useHubName } from "../../connections/element-icon.tsx";
import { routeTo } from "../../screens/screens.ts";
import { Badge } from "../../ui/badge.tsx";
import { ClampedText } from "../../ui/clamped-text.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Card, Page } from "../../ui/page.tsx";
import { currentQuery, replaceQuery } from "../../ui/query-string.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { ElementStatus } from "../element-status.tsx";
import { ConnectionsTab } from "./connections-tab.tsx";
import { DocumentationTab } from "./documentation-tab.tsx";
import { ElementActions } from "./element-actions.tsx";
import type { ElementFacts } from "./element-facts.ts";
import { ObjectsTab } from "./objects-tab.tsx";
import { ResourcesTab } from "./resources-tab.tsx";

const VersionsTab = lazyComponent(async () => (await import("./versions-tab.tsx")).VersionsTab);

const TAB_KEYS = ["resources", "objects", "connections", "versions", "documentation"] as const;
type TabKey = (typeof TAB_KEYS)[number];
type Tab = { key: TabKey; count?: number; panel: ReactNode };

const tabsOf = (element: ElementFacts): Tab[] => [
  { key: "resources", count: element.resources, panel: <ResourcesTab elementKey={element.address} /> },
  { key: "objects", count: element.objects, panel: <ObjectsTab elementKey={element.address} /> },
  { key: "connections", count: element.connections, panel: <ConnectionsTab element={element} /> },
  // Others may use a shared element, but do not see how it was made.
  ...(element.ownership === "yours" ? [{ key: "versions" as const, panel: <VersionsTab element={element} /> }] : []),
  { key: "documentation", panel: <DocumentationTab elementKey={element.address} /> },
];

type Early = (
  queries: QueryClient,
  trpc: ReturnType<typeof useTRPC>,
  all: { elementKey: string; search: string },
) => readonly Promise<void>[];

/** The queries of the tabs that depend on the key of the element only. */
const EARLY: Partial<Record<TabKey, Early>> = {
  resources: (queries, trpc, all) => [
    queries.prefetchInfiniteQuery(trpc.elements.resources.infiniteQueryOptions(all, NEXT_PAGE)),
  ],
  objects: (queries, trpc, all) => [
    queries.prefetchInfiniteQuery(trpc.elements.objects.infiniteQueryOptions(all, NEXT_PAGE)),
  ],
  documentation: (queries, trpc, all) => [
    queries.prefetchInfiniteQuery(trpc.elements.operations.infiniteQueryOptions(all, NEXT_PAGE)),
  ],
};

/** Shows one element: its facts, its actions, and its parts. The tab is in the address. */
export function ElementPage({ elementKey }: { elementKey: string }) {
  const t = useTranslations("elements.page");
  const list = useTranslations("elements.list");
  const titles = useTranslations("shell.titles");
  const back = { href: routeTo("elements"), label: list("title") };
  const trpc = useTRPC();
  const wanted = useSearchParams().get("tab");
  const { data: element, error, refetch } = useQuery(trpc.elements.read.queryOptions({ elementKey }));
  const first = TAB_KEYS.find((key) => key === wanted) ?? "resources";
  useEarly((queries) => EARLY[first]?.(queries, trpc, { elementKey, search: "" }) ?? []);
  if (!element)
    return (
      // A page of its own, whose content does not move when the actions come.
      <Page key="loading" title={elementKey} back={back}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("loading")} />}
      </Page>
    );
  const { name, description, hub, status, replacement } = element;
  return (
    <Page
      title={name}
      kind={titles("element")}
      back={back}
      description={<Description element={element} text={description} />}
      actions={<ElementActions element={element} />}
    >
      {status !== "active" && (
        <p role="note" className="mb-6 max-w-2xl rounded-xl border border-line bg-surface px-4 py-3 text-sm">
          {t(status)} <span className="[overflow-wrap:anywhere]">{status === "deprecated" && replacement}</span>
        </p>
      )}
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <ElementTabs element={element} />
        <Facts element={element} icon={<ElementIcon name={name} hub={hub} />} />
      </div>
    </Page>
  );
}

function Description({ element: { status, ownership }, text }: { element: ElementFacts; text: string }) {
  const owners = useTranslations("elements.ownership");
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ElementStatus status={status} />
        <Badge>{owners(ownership)}</Badge>
      </span>
      {text && (
        <div className="mt-2">
          <ClampedText text={text} />
        </div>
      )}
    </>
  );
}

function ElementTabs({ element }: { element: ElementFacts }) {
  const t = useTranslations("elements.page");
  const tabs = tabsOf(element);
  const wanted = useSearchParams().get("tab");
  const shown = tabs.find(({ key }) => key === wanted)?.key ?? "resources";

  function show(tab: string) {
    const next = currentQuery();
    next.set("tab", tab);
    next.delete("operation");
    replaceQuery(next);
  }

  return (
    <Tabs.Root value={shown} onValueChange={show} className="min-w-0">
      <Tabs.List aria-label={t("parts")} className="flex flex-wrap gap-x-1 border-line border-b">
        {tabs.map(({ key, count }) => (
          <Tabs.Tab
            key={key}
            value={key}
            className="-mb-px border-transparent border-b-2 px-3 py-2.5 text-muted text-sm hover:text-ink data-[active]:border-accent data-[active]:font-medium data-[active]:text-accent"
          >
            {t(`tabs.${key}`)}
            {count !== undefined && (
              <>
                {" "}
                <span className="ml-0.5 font-normal text-muted text-xs">{count}</span>
              </>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, panel }) => (
        <Tabs.Panel key={key} value={key} className="mt-5 outline-none">
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

function Facts({ element, icon }: { element: ElementFacts; icon: ReactNode }) {
  const t = useTranslations("elements.facts");
  const owners = useTranslations("elements.ownership");
  const hubName = useHubName();
  const kinds = useKinds();
  const code = (text: string) => <code className="font-mono text-xs">{text}</code>;
  const rows: [keyof IntlFacts, ReactNode][] = [
    ["key", code(element.key)],
    ["id", code(String(element.id))],
    ["hub", hubName(element.hub)],
    ["owner", owners(element.ownership)],
    ["authentication", kinds.label("authentication", element.authentication)],
    ["baseUrl", element.baseUrl ? code(element.baseUrl) : t("noBaseUrl")],
    ["version", String(element.version)],
    ["created", <RelativeTime key="created" at={element.createdDate} />],
    ["changed", <RelativeTime key="changed" at={element.updatedDate} />],
  ];
  return (
    <section aria-labelledby="facts" className="min-w-0">
      <h2 id="facts" className="sr-only">
        {t("title")}
      </h2>
      <Card className="p-5">
        {icon}
        <dl className="mt-4 grid gap-3 text-sm">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt className="text-muted text-xs">{t(name)}</dt>
              <dd className="line-clamp-4 [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  );
}

type IntlFacts = typeof import("../messages.en.ts")["default"]["facts"];
