"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RUN_STATUSES } from "../ui/run-status.tsx";
import { DESTINATIONS } from "./destinations.ts";
import type { Overlay } from "./shell.tsx";
import { useTRPC } from "./trpc.ts";

type Command = { key?: string; label: string; words: string; act: () => void };
type Props = { open: boolean; onOpenChange: (open: boolean) => void; onOverlay: (overlay: Overlay) => void };

/** Go anywhere and do anything by its name: Ctrl K. */
export function CommandPalette({ open, onOpenChange, onOverlay }: Props) {
  const [text, setText] = useState("");
  const groups = useCommands({ open, onOverlay, text });

  function close(isOpen: boolean) {
    setText("");
    onOpenChange(isOpen);
  }

  return (
    <Dialog.Root open={open} onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[#0b1120]/50" />
        <Dialog.Popup
          aria-label="Search and commands"
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
              aria-label="Search and commands"
              placeholder="A formula, a connection, a run’s number, a command …"
              className="w-full border-line border-b bg-transparent px-5 py-4 outline-none placeholder:text-muted"
            />
            <Autocomplete.Empty className="empty:hidden px-5 py-6 text-muted text-sm">
              Nothing is called so.
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
                        <span className="shrink-0 text-muted text-xs">{command.words}</span>
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

function useCommands({ open, onOverlay, text }: Pick<Props, "open" | "onOverlay"> & { text: string }) {
  const { push } = useRouter();
  const trpc = useTRPC();
  const formulas = useQuery({ ...trpc.formula.list.queryOptions(), enabled: open });
  const connections = useQuery({ ...trpc.connection.list.queryOptions(), enabled: open });
  const runs = useQuery({ ...trpc.execution.list.queryOptions({}), enabled: open });
  const go = (href: string) => () => push(href as never);
  const number = /\d+/.exec(text)?.[0];
  const id = /^\s*(\S*\d\S*)\s*$/.exec(text)?.[1];
  const groups: { value: string; items: Command[] }[] = [
    {
      value: "Go to",
      items: [
        ...DESTINATIONS.map(({ href, label, words }) => ({ label, words, act: go(href) })),
        ...(number ? [{ label: `Run ${number}`, words: "By its number", act: go(`/runs/${number}`) }] : []),
      ],
    },
    {
      value: "Formulas",
      items: (formulas.data?.formulas ?? []).map(({ id, name }) => ({
        key: `formula-${id}`,
        label: name,
        words: "Formula",
        act: go(`/formulas/${id}`),
      })),
    },
    {
      value: "Connections",
      items: (connections.data ?? []).map(({ id, name, elementName }) => ({
        key: `connection-${id}`,
        label: name,
        words: elementName,
        act: go(`/connections/${id}`),
      })),
    },
    {
      value: "Recent runs",
      items: (runs.data?.items ?? []).slice(0, SHOWN_RUNS).map(({ id, formulaName, status }) => ({
        key: `run-${id}`,
        label: `${formulaName} #${id}`,
        words: RUN_STATUSES[status].words,
        act: go(`/runs/${id}`),
      })),
    },
    {
      value: "Do",
      items: [
        ...(id
          ? [
              {
                label: `Runs found by ${id}`,
                words: "Object, event or request",
                act: go(`/runs?q=${encodeURIComponent(id)}`),
              },
            ]
          : []),
        { label: "New formula", words: "Template or file", act: go("/formulas/new") },
        { label: "Connect an account", words: "Catalogue of elements", act: go("/connections/new") },
        { label: "Show the secrets for the API", words: "", act: () => onOverlay("secrets") },
        { label: "Messages", words: "What was said before", act: () => onOverlay("messages") },
        { label: "Keyboard shortcuts", words: "?", act: () => onOverlay("shortcuts") },
      ],
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
