"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useOpenScreen } from "../screens/use-open-screen.ts";
import { leavePage } from "../ui/unsaved-input.ts";
import type { Person } from "./account-label.tsx";
import { destinationsOf } from "./destinations.ts";
import type { Overlay } from "./overlay.ts";

type Command = { key?: string; label: string; description: string; act: () => void };
type Props = {
  open: boolean;
  person: Person;
  onOpenChange: (open: boolean) => void;
  onOverlay: (overlay: Overlay) => void;
};

/** Finds pages and actions by name; opened with Ctrl K. */
export function CommandPalette({ open, person, onOpenChange, onOverlay }: Props) {
  const t = useTranslations("shell.palette");
  const [text, setText] = useState("");
  const groups = useCommands({ open, person, onOverlay, text });

  function close(isOpen: boolean) {
    setText("");
    onOpenChange(isOpen);
  }

  return (
    <Dialog.Root open={open} onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[#0b1120]/50" />
        <Dialog.Popup
          aria-label={t("title")}
          className="fixed top-[12dvh] left-1/2 z-40 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-2xl border border-line bg-surface shadow-xl"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={text}
            onValueChange={setText}
            itemToStringValue={({ label }: Command) => label}
            autoHighlight="always"
            keepHighlight
          >
            <Autocomplete.Input
              aria-label={t("title")}
              placeholder={t("placeholder")}
              className="w-full border-line border-b bg-transparent px-5 py-4 outline-none placeholder:text-muted"
            />
            <Autocomplete.Empty className="empty:hidden px-5 py-6 text-muted text-sm">
              {t("nothing")}
            </Autocomplete.Empty>
            <Autocomplete.List className="max-h-[50dvh] overflow-y-auto p-2 empty:hidden">
              {(group: { value: string; items: Command[] }) => (
                <Autocomplete.Group key={group.value} items={group.items} className="pb-2">
                  <Autocomplete.GroupLabel className="px-3 py-1.5 text-muted text-xs">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.key ?? command.label}
                        value={command}
                        onClick={() => {
                          close(false);
                          command.act();
                        }}
                        className="flex cursor-default items-baseline justify-between gap-4 rounded-lg px-3 py-2 text-sm data-[highlighted]:bg-tint"
                      >
                        <span className="truncate font-medium">{command.label}</span>
                        <span className="shrink-0 text-muted text-xs">{command.description}</span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const SHOWN_RUNS = 20;

function useCommands({ open, person, onOverlay, text }: Omit<Props, "onOpenChange"> & { text: string }) {
  const t = useTranslations("shell");
  const runStatus = useTranslations("ui.runStatus");
  const openScreen = useOpenScreen();
  const trpc = useTRPC();
  const formulas = useQuery({ ...trpc.formula.names.queryOptions(), enabled: open });
  const connections = useQuery({ ...trpc.connection.names.queryOptions(), enabled: open });
  const runs = useQuery({ ...trpc.execution.list.queryOptions({}), enabled: open });
  const go = (href: Route) => () => leavePage(() => void openScreen(href));
  const number = /\d+/.exec(text)?.[0];
  const requestId = /^\s*([0-9a-f]{24})\s*$/i.exec(text)?.[1]?.toLowerCase();
  const id = /^\s*(\S*\d\S*)\s*$/.exec(text)?.[1];
  const groups: { value: string; items: Command[] }[] = [
    {
      value: t("palette.goTo"),
      items: [
        ...destinationsOf(person).map(({ key, href }) => ({
          label: t(`destinations.${key}.label`),
          description: t(`destinations.${key}.description`),
          act: go(href),
        })),
        ...(requestId
          ? [
              {
                label: t("palette.request.label", { id: requestId }),
                description: t("palette.request.description"),
                act: go(routeTo("request", { requestId })),
              },
            ]
          : []),
        ...(number && !requestId
          ? [
              {
                label: t("palette.run", { number }),
                description: t("palette.byNumber"),
                act: go(routeTo("run", { executionId: number })),
              },
              {
                label: t("palette.event", { number }),
                description: t("palette.byEventNumber"),
                act: go(routeTo("event", { eventId: number })),
              },
            ]
          : []),
      ],
    },
    {
      value: t("palette.formulas"),
      items: (formulas.data ?? []).map(({ id, name }) => ({
        key: `formula-${id}`,
        label: name,
        description: t("palette.formula"),
        act: go(routeTo("formula", { formulaId: id })),
      })),
    },
    {
      value: t("palette.connections"),
      items: (connections.data ?? []).map(({ id, name, elementName }) => ({
        key: `connection-${id}`,
        label: name,
        description: elementName,
        act: go(routeTo("connection", { elementInstanceId: id })),
      })),
    },
    {
      value: t("palette.recentRuns"),
      items: (runs.data?.items ?? []).slice(0, SHOWN_RUNS).map(({ id, formulaName, status }) => ({
        key: `run-${id}`,
        label: `${formulaName} #${id}`,
        description: runStatus(status),
        act: go(routeTo("run", { executionId: id })),
      })),
    },
    {
      value: t("palette.act"),
      items: [
        ...(id
          ? [
              {
                label: t("palette.foundBy.label", { id }),
                description: t("palette.foundBy.description"),
                act: go(routeTo("runs", { q: id })),
              },
            ]
          : []),
        ...(!person.isViewer
          ? [
              {
                label: t("palette.newFormula.label"),
                description: t("palette.newFormula.description"),
                act: go(routeTo("newFormula")),
              },
              {
                label: t("palette.connect.label"),
                description: t("palette.connect.description"),
                act: go(routeTo("catalog")),
              },
            ]
          : []),
        { label: t("palette.secrets.label"), description: "", act: () => onOverlay("secrets") },
        {
          label: t("palette.messages.label"),
          description: t("palette.messages.description"),
          act: () => onOverlay("messages"),
        },
        { label: t("palette.shortcuts.label"), description: "?", act: () => onOverlay("shortcuts") },
        { label: t("palette.docs.label"), description: t("palette.docs.description"), act: go(routeTo("docs")) },
      ],
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
