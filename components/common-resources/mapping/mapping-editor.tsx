"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Redo2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { useShortcuts } from "../../shell/use-shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { DeleteButton } from "../../ui/delete-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Page } from "../../ui/page.tsx";
import { Failed } from "../../ui/states.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { LevelBadge } from "../level-badge.tsx";
import { FieldPanel } from "./field-panel.tsx";
import { Lines } from "./lines.tsx";
import { MappingTable } from "./mapping-table.tsx";
import { newFieldsOf, partsOfDraft } from "./model/draft.ts";
import { type MappingOf, MappingProvider, type Opened, useMapping, useMappingState } from "./model/mapping.tsx";
import { Preview } from "./preview.tsx";
import { Settings } from "./settings.tsx";
import { Source } from "./source.tsx";
import { SuggestionList } from "./suggestion-list.tsx";

const VIEWS = ["lines", "table"] as const;

/** The mapping of a common resource by one element at one level. */
export function MappingEditor({ of, opened }: { of: MappingOf; opened: Opened }) {
  const mapping = useMappingState(of, opened);
  return (
    <MappingProvider value={mapping}>
      <Editor />
    </MappingProvider>
  );
}

function Editor() {
  const t = useTranslations("common-resources.mapping");
  const { opened, selected, announcement, undo, redo } = useMapping();
  const { name, element, level, mayChange } = opened;
  const [view, setView] = useState<(typeof VIEWS)[number]>("lines");
  const { save, isSaving, error, forgetError } = useSave();
  useShortcuts("mapping", { save, undo, redo });
  return (
    <Page
      title={t("title", { name, element: element.name })}
      kind={t("kind")}
      back={{ href: routeTo("commonResource", { objectName: name }), label: name }}
      description={<LevelBadge level={level} />}
      actions={<Actions save={save} isSaving={isSaving} />}
    >
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {error && <Failed error={error} />}
      {error?.data?.kind === "conflict" && <ResolveConflict onDone={forgetError} />}
      {!mayChange && <p className="mb-4 rounded-lg bg-tint px-4 py-2 text-sm">{t("readOnly")}</p>}
      <Source />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex rounded-lg border border-line p-0.5">
          <legend className="sr-only">{t("view.title")}</legend>
          {VIEWS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={view === one}
              onClick={() => setView(one)}
              className="min-h-8 rounded-md px-3 text-muted text-sm hover:text-ink aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-accent"
            >
              {t(`view.${one}`)}
            </button>
          ))}
        </fieldset>
      </div>
      <div className={`mt-3 grid gap-6 ${view === "lines" ? "lg:grid-cols-[minmax(0,1fr)_19rem]" : ""}`}>
        <div className="min-w-0">{view === "lines" ? <Lines /> : <MappingTable />}</div>
        {/* Suggestions come first, so that none moves while another is accepted. */}
        <div className={`grid min-w-0 content-start gap-6 ${view === "table" ? "lg:grid-cols-2" : ""}`}>
          <SuggestionList />
          {selected && <FieldPanel key={selected.path} row={selected} />}
        </div>
      </div>
      <Preview />
      <Settings />
    </Page>
  );
}

function useSave() {
  const t = useTranslations("common-resources.mapping");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { of, draft, basedOn, opened, settle } = useMapping();
  const { mutate, error, isPending, reset } = useMutation(
    trpc.commonResource.save.mutationOptions({
      async onSuccess() {
        toast(t("saved"), t("savedDescription"));
        await Promise.all([
          queries.invalidateQueries(trpc.commonResource.list.pathFilter()),
          queries.invalidateQueries(trpc.commonResource.read.pathFilter()),
        ]);
      },
    }),
  );
  const save = () => {
    if (isPending || !opened.mayChange) return;
    mutate(
      { of, ...partsOfDraft(draft), newFields: newFieldsOf(draft, opened.fields), basedOn },
      { onSuccess: ({ version }) => settle(draft, version) },
    );
  };
  return { save, isSaving: isPending, error, forgetError: reset };
}

/** The two ways to resolve a conflict with another user. */
function ResolveConflict({ onDone }: { onDone: () => void }) {
  const t = useTranslations("common-resources.mapping.conflict");
  const { readAgain } = useMapping();
  const { mutate, error, isPending } = useMutation({
    mutationFn: readAgain,
    onSuccess() {
      // The buttons are removed with the conflict.
      document.getElementById(SAVE_BUTTON)?.focus();
      onDone();
    },
  });
  return (
    <div className="mt-3 mb-4 flex flex-wrap gap-2">
      <Button isBusy={isPending} onClick={() => mutate(true)}>
        {t("keep")}
      </Button>
      <Button isBusy={isPending} onClick={() => mutate(false)}>
        {t("take")}
      </Button>
      {error && <Failed error={error} />}
    </div>
  );
}

const SAVE_BUTTON = "save-mapping";

function Actions({ save, isSaving }: { save: () => void; isSaving: boolean }) {
  const t = useTranslations("common-resources.mapping");
  const { opened, isChanged, isSaved, undo, redo, canUndo, canRedo } = useMapping();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-muted text-sm">{t(isChanged ? "changed" : isSaved ? "unchanged" : "notSaved")}</span>
      <IconButton label={t("undo")} keys="Ctrl Z" disabled={!canUndo} onClick={undo}>
        <Undo2 aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label={t("redo")} keys="Ctrl Shift Z" disabled={!canRedo} onClick={redo}>
        <Redo2 aria-hidden="true" className="size-4" />
      </IconButton>
      {opened.mayChange && isSaved && <Remove />}
      {opened.mayChange && (
        <Button id={SAVE_BUTTON} kind="primary" isBusy={isSaving} onClick={save}>
          {t("save")}
        </Button>
      )}
    </div>
  );
}

function Remove() {
  const t = useTranslations("common-resources.mapping");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const { of, forget } = useMapping();
  const { mutate, error, isPending } = useMutation(
    trpc.commonResource.removeMapping.mutationOptions({
      async onSuccess() {
        forget();
        toast(t("removed"));
        await Promise.all([
          openScreen(routeTo("commonResource", { objectName: of.name })),
          queries.invalidateQueries(trpc.commonResource.pathFilter()),
        ]);
      },
    }),
  );
  return (
    <DeleteButton
      name={t("removeName")}
      kind={t("removeKind")}
      description={t("remove")}
      isBusy={isPending}
      error={error}
      onDelete={() => mutate(of)}
    />
  );
}
