"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { beginWork } from "../drafts/begin-work.ts";
import { NOTHING_STORED } from "../drafts/draft-work.ts";
import { PENDING, WhenRead } from "../drafts/when-read.tsx";
import { UnappliedTextsProvider } from "../fields/unapplied-texts.tsx";
import { MayChangeProvider, useMayChange } from "../shell/may-change.tsx";
import { DocumentTitle } from "../ui/document-title.tsx";
import { lazyComponent, lazyDialog } from "../ui/lazy-component.tsx";
import { useLocalCopies } from "../ui/local-copy.ts";
import { currentQuery } from "../ui/query-string.ts";
import { BuilderProvider, createBuilder, type Opened, useBuilder, useElement } from "./model/builder.ts";
import { readElementCopy } from "./model/element-copies.ts";
import { emptyElement, openElement } from "./model/element-draft.ts";
import { textOf } from "./model/paths.ts";
import { ProblemsProvider } from "./model/problems.tsx";
import { storedDraft, storedElement } from "./model/stored-element.ts";
import { PartFrame } from "./parts/part-frame.tsx";
import { PartList } from "./parts/part-list.tsx";
import { isPartName } from "./parts/registry.ts";
import { usePublishElement } from "./publish/use-publish-element.ts";
import { TEST_BUTTON, TopBar } from "./top-bar.tsx";
import { useBuilderKeys } from "./use-builder-keys.ts";
import { placeIn, useUrlPlace } from "./use-url-place.ts";

const ChecklistDialog = lazyDialog(async () => (await import("./checklist-dialog.tsx")).ChecklistDialog);
const Dock = lazyDialog(async () => (await import("./dock/dock.tsx")).Dock);
const PublishDialog = lazyDialog(async () => (await import("./publish/publish-dialog.tsx")).PublishDialog);
const HistoryDialog = lazyDialog(async () => (await import("./publish/history-dialog.tsx")).HistoryDialog);
const WorkNotice = lazyComponent(async () => (await import("./publish/work-notice.tsx")).WorkNotice);

const DOCK = "builder-test";

/** Work in progress is never refetched. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

/** The builder for an existing element, with the unpublished changes of its user. */
export function OpenBuilder({ elementKey, query }: { elementKey: string; query: string }) {
  const trpc = useTRPC();
  const read = useQuery({ ...trpc.builder.open.queryOptions({ elementKey }), ...ONCE });
  return (
    <WhenRead kind="element" {...read}>
      {(opened) => <ElementBuilder opened={opened} query={query} />}
    </WhenRead>
  );
}

function ElementBuilder({ opened, query }: { opened: RouterOutputs["builder"]["open"]; query: string }) {
  const trpc = useTRPC();
  const copies = useLocalCopies();
  const { elementId, key: elementKey, mayChange } = opened;
  const [work] = useState(() => {
    // Users without permission to change see the published element, whatever drafts they have.
    const stored = storedElement({ ...opened, draft: mayChange ? opened.draft : null });
    return beginWork(stored, mayChange ? readElementCopy(copies, elementId) : null, emptyElement);
  });
  const revision = work.revision ?? opened.revision;
  const isOutdated = revision !== opened.revision;
  // The changes of a draft are those since the revision that it is based on, if that was recorded.
  const base = useQuery({
    ...trpc.builder.revision.queryOptions({ elementId, revision }),
    ...ONCE,
    enabled: isOutdated,
  });
  if (isOutdated && base.isPending) return <WhenRead kind="element" {...PENDING} />;
  const published = isOutdated && base.data ? openElement(base.data.element) : work.published;
  return <Builder query={query} work={{ ...work, elementId, elementKey, revision, published, mayChange }} />;
}

/** The builder for a new element, or for the draft of one. */
export function NewBuilder({ query, ...props }: { draftId: number | undefined; query: string }) {
  const copies = useLocalCopies();
  const mayChange = useMayChange();
  const [{ elementKey, draftId }] = useState(() => ({ ...props, ...unfinishedDraft() }));
  if (elementKey !== undefined) return <OpenBuilder elementKey={elementKey} query={query} />;
  return draftId === undefined ? (
    <Builder
      query={query}
      work={{ ...NEW, ...beginWork(NOTHING_STORED, readElementCopy(copies, null), emptyElement), mayChange }}
    />
  ) : (
    <DraftBuilder draftId={draftId} query={query} />
  );
}

/**
 * On return, the page may be outdated because the draft was saved or published here: the URL is current, the page is
 * not.
 */
function unfinishedDraft(): { elementKey?: string; draftId?: number } {
  if (typeof window === "undefined") return {};
  const published = /^\/elements\/([^/]+)\/build$/.exec(window.location.pathname)?.[1];
  if (published !== undefined && published !== "new") return { elementKey: decodeURIComponent(published) };
  const kept = currentQuery().get("draft") ?? "";
  return /^\d{1,9}$/.test(kept) ? { draftId: Number(kept) } : {};
}

function DraftBuilder({ draftId, query }: { draftId: number; query: string }) {
  const trpc = useTRPC();
  const copies = useLocalCopies();
  const mayChange = useMayChange();
  const read = useQuery({ ...trpc.builder.openDraft.queryOptions({ draftId }), ...ONCE });
  return (
    <WhenRead kind="element" {...read}>
      {(draft) => (
        <Builder
          query={query}
          work={{
            ...NEW,
            ...beginWork(storedDraft(draft), readElementCopy(copies, null, draftId), emptyElement),
            mayChange,
          }}
        />
      )}
    </WhenRead>
  );
}

const NEW = { elementId: null, elementKey: null };

function Builder({ work, query }: { work: Omit<Opened, "part" | "item">; query: string }) {
  const [store] = useState(() => createBuilder({ ...work, ...placeIn(query) }));
  const isViewer = !useMayChange();
  return (
    <BuilderProvider value={store}>
      <ProblemsProvider>
        <MayChangeProvider value={work.mayChange}>
          <UnappliedTextsProvider>
            <Layout isViewer={isViewer} />
          </UnappliedTextsProvider>
        </MayChangeProvider>
      </ProblemsProvider>
    </BuilderProvider>
  );
}

/** The dock says what is missing, if anything is. */
const sendTest = (): void => document.querySelector<HTMLFormElement>(`#${DOCK} form`)?.requestSubmit();

/** A viewer may change no element, others not those of other organizations. */
function Layout({ isViewer }: { isViewer: boolean }) {
  const t = useTranslations("builder");
  const shell = useTranslations("shell");
  const element = useElement();
  const part = useBuilder((builder) => builder.part);
  const announcement = useBuilder((builder) => builder.announcement);
  const elementId = useBuilder((builder) => builder.elementId);
  const mayChange = useMayChange();
  const work = usePublishElement();
  const [shown, setShown] = useState<"publish" | "history" | "checklist" | null>(null);
  const [testedFrom, setTestedFrom] = useState<{ focus: Element | null } | null>(null);
  const isTesting = testedFrom !== null;
  const openDock = () => setTestedFrom({ focus: document.activeElement });
  useUrlPlace();
  useBuilderKeys({
    ...(mayChange && { save: () => setShown("publish"), send: () => (isTesting ? sendTest() : openDock()) }),
  });

  function closeDock() {
    setTestedFrom(null);
    document.getElementById(TEST_BUTTON)?.focus();
  }

  async function publish(message: string) {
    await work.publish(message);
    setShown(null);
  }

  return (
    <div className="flex flex-col lg:h-dvh">
      <DocumentTitle name={textOf(element.name) || t("layout.nameless")} kind={shell("titles.builder")} />
      <TopBar
        state={work.state}
        onChecklist={() => setShown("checklist")}
        onHistory={() => setShown("history")}
        onTest={() => (isTesting ? setTestedFrom(null) : openDock())}
        isTesting={isTesting}
        onPublish={() => setShown("publish")}
      />
      <WorkNotice state={work.state} error={work.error} onDone={work.forget} onChoose={work.choose} />
      {!mayChange && (
        <p className="border-line border-b bg-tint px-4 py-2 text-sm">
          {isViewer ? shell("mayLook") : t("layout.readOnly")}
        </p>
      )}
      <div
        className={`min-h-0 flex-1 lg:grid ${isTesting ? "lg:grid-cols-[12rem_minmax(0,1fr)_minmax(22rem,32%)]" : "lg:grid-cols-[14rem_minmax(0,1fr)]"}`}
      >
        <nav
          data-region
          aria-label={t("layout.parts")}
          className="relative min-h-0 overflow-y-auto border-line bg-surface max-lg:border-b lg:border-r"
        >
          <PartList />
        </nav>
        <div data-region className={`relative min-h-0 min-w-0 overflow-y-auto ${isTesting ? "max-lg:pb-[60dvh]" : ""}`}>
          {isPartName(part) && <PartFrame key={part} name={part} />}
        </div>
        {isTesting && (
          <aside
            data-region
            data-sheet
            id={DOCK}
            aria-label={t("layout.dock")}
            // On a phone, a sheet above which the part can be scrolled.
            className="short:static min-h-0 min-w-0 overflow-y-auto lg:relative border-line bg-surface max-lg:fixed max-lg:inset-x-0 max-lg:top-[40dvh] max-lg:bottom-14 max-lg:z-20 max-lg:rounded-t-2xl max-lg:border-t max-lg:shadow-2xl lg:border-l"
          >
            <Dock openedFrom={testedFrom.focus} onClose={closeDock} />
          </aside>
        )}
      </div>
      <PublishDialog
        open={shown === "publish"}
        isBusy={work.state === "publishing"}
        onClose={() => setShown(null)}
        onPublish={(message) => void publish(message)}
      />
      {shown === "history" && elementId !== null && (
        <HistoryDialog elementId={elementId} onClose={() => setShown(null)} />
      )}
      {shown === "checklist" && <ChecklistDialog onClose={() => setShown(null)} />}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
