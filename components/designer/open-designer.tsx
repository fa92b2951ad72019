"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { useEarly } from "../api/use-early.ts";
import { beginWork } from "../drafts/begin-work.ts";
import { NOTHING_STORED } from "../drafts/draft-work.ts";
import { PENDING, WhenRead } from "../drafts/when-read.tsx";
import { UnappliedTextsProvider } from "../fields/unapplied-texts.tsx";
import { usePending } from "../preferences/outbox-provider.tsx";
import { useMayChange } from "../shell/may-change.tsx";
import { useLocalCopies } from "../ui/local-copy.ts";
import { currentQuery } from "../ui/query-string.ts";
import { Designer, type LoadedCanvas } from "./designer.tsx";
import { createDesign, DesignProvider, type Opened } from "./model/design.ts";
import { type Draft, emptyDraft, openDraft } from "./model/draft.ts";
import { readFormulaCopy } from "./model/formula-copies.ts";
import { RunValuesProvider } from "./model/run-values.tsx";
import { storedDraft, storedFormula } from "./model/stored-formula.ts";

/** The designer for an existing formula, with the unpublished changes of its user. */
export function OpenDesigner({ formulaId }: { formulaId: number }) {
  const trpc = useTRPC();
  const read = useQuery({ ...trpc.design.open.queryOptions({ formulaId }), ...ONCE });
  useParts();
  useEarly((queries) => [
    queries.prefetchQuery(trpc.execution.list.queryOptions({ formulaId })),
    queries.prefetchQuery(trpc.connection.names.queryOptions()),
    queries.prefetchQuery(trpc.formula.names.queryOptions()),
    queries.prefetchQuery(trpc.preference.read.queryOptions({ name: "testAccounts", formulaId })),
  ]);
  return (
    <WhenRead kind="formula" {...read}>
      {(opened) => <FormulaDesigner formulaId={formulaId} opened={opened} />}
    </WhenRead>
  );
}

function FormulaDesigner({ formulaId, opened }: { formulaId: number; opened: RouterOutputs["design"]["open"] }) {
  const trpc = useTRPC();
  const copies = useLocalCopies();
  const { pending } = usePending("formula.saveLayout", { formulaId });
  const mayChange = useMayChange();
  const [work] = useState(() => {
    // Users without permission to change see the published formula, whatever drafts they have.
    const stored = storedFormula({ ...opened, draft: mayChange ? opened.draft : null });
    return beginWork(stored, mayChange ? readFormulaCopy(copies, formulaId) : null, emptyDraft);
  });
  const revision = work.revision ?? opened.revision;
  const isOutdated = revision !== opened.revision;
  // The changes of a draft are those since the revision that it is based on, if that was recorded.
  const base = useQuery({
    ...trpc.design.revision.queryOptions({ formulaId, revision }),
    ...ONCE,
    enabled: isOutdated,
  });
  if (isOutdated && base.isPending) return <WhenRead kind="formula" {...PENDING} />;
  const published = isOutdated && base.data ? openDraft(base.data.formula) : work.published;
  const moved = pending?.isTidied ? pending.positions : { ...opened.positions, ...pending?.positions };
  const positions = mayChange ? moved : opened.positions;
  return <DesignerOf opened={{ ...work, formulaId, revision, published, positions }} />;
}

/** A new formula, which is named in the user's language. */
function useEmptyDraft(): Draft {
  const name = useTranslations("designer")("newName");
  return { ...emptyDraft, name };
}

/** The designer for a new formula, or for the draft of one. */
export function NewDesigner(props: { draftId: number | undefined }) {
  const copies = useLocalCopies();
  const empty = useEmptyDraft();
  const [{ formulaId, draftId }] = useState(() => ({ ...props, ...unfinishedDraft() }));
  if (formulaId !== undefined) return <OpenDesigner formulaId={formulaId} />;
  return draftId === undefined ? (
    <DesignerOf opened={{ formulaId: null, ...beginWork(NOTHING_STORED, readFormulaCopy(copies, null), empty) }} />
  ) : (
    <DraftDesigner draftId={draftId} />
  );
}

/**
 * On return, the page may be outdated because the draft was saved or published here: the URL is current, the page is
 * not.
 */
function unfinishedDraft(): { formulaId?: number; draftId?: number } {
  if (typeof window === "undefined") return {};
  const published = /^\/formulas\/(\d+)\/design$/.exec(window.location.pathname)?.[1];
  if (published !== undefined) return { formulaId: Number(published) };
  const kept = currentQuery().get("draft") ?? "";
  return /^\d{1,9}$/.test(kept) ? { draftId: Number(kept) } : {};
}

function DraftDesigner({ draftId }: { draftId: number }) {
  const trpc = useTRPC();
  const copies = useLocalCopies();
  const read = useQuery({ ...trpc.design.openDraft.queryOptions({ draftId }), ...ONCE });
  useParts();
  return (
    <WhenRead kind="formula" {...read}>
      {(draft) => (
        <DesignerOf
          opened={{
            formulaId: null,
            ...beginWork(storedDraft(draft), readFormulaCopy(copies, null, draftId), emptyDraft),
          }}
        />
      )}
    </WhenRead>
  );
}

/** Work in progress is never refetched. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

function DesignerOf({ opened }: { opened: InitialWork }) {
  return (
    <WhenRead kind="formula" {...useParts()}>
      {({ readScript, canvas }) => <OpenedDesigner opened={{ ...opened, readScript }} canvas={canvas} />}
    </WhenRead>
  );
}

type InitialWork = Omit<Opened, "mayChange" | "readScript">;

/** The script parser and the canvas, which are loaded in parallel with the page and the formula. */
function useParts() {
  return useQuery({ queryKey: ["designer-parts"], queryFn: loadParts, ...ONCE });
}

async function loadParts() {
  const [{ readScript }, { Canvas: canvas }] = await Promise.all([
    import("#server/script/read-script.ts"),
    import("./canvas/canvas.tsx"),
  ]);
  return { readScript, canvas };
}

// They begin to load before the page is interactive: the query finds them loaded, or on their way.
if (typeof window !== "undefined") loadParts().catch(() => {});

function OpenedDesigner({ opened, canvas }: { opened: InitialWork & Pick<Opened, "readScript"> } & LoadedCanvas) {
  const mayChange = useMayChange();
  const [store] = useState(() => createDesign({ ...opened, mayChange }));
  return (
    <DesignProvider value={store}>
      <RunValuesProvider>
        <UnappliedTextsProvider>
          <Designer canvas={canvas} />
        </UnappliedTextsProvider>
      </RunValuesProvider>
    </DesignProvider>
  );
}
