"use client";

import { ChevronDown, ChevronRight, CornerDownRight, Plus } from "lucide-react";
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { MayChange } from "../../shell/may-change.tsx";
import { isLetter, type TreeRow, treeMove, typeAhead } from "../../ui/tree-keys.ts";
import type { InsertionPoint } from "../model/change-draft.ts";
import { useDesign, useDraft } from "../model/design.ts";
import { idOf, type PartRef, refOf } from "../model/draft.ts";
import { portsOf } from "../model/graph.ts";
import { type Branch, branchesOf } from "../model/loop-bodies.ts";
import { lookOf } from "../model/part-look.ts";
import { type Outcome, outcomesOf } from "../model/run-overlay.ts";
import { useSpeech } from "../model/speech.ts";

type Props = { onAdd: (insertionPoint: InsertionPoint) => void };

/**
 * The formula as a tree: the same parts, arrows and actions as on the canvas, for the keyboard and for small screens.
 * The steps of a loop fold below it. Enter selects a part, Tab leads to its arrows.
 */
export function Outline({ onAdd }: Props) {
  const { t, title } = useSpeech();
  const draft = useDraft();
  const overlay = useDesign((design) => design.overlay);
  const outcomes = useMemo(() => overlay && outcomesOf(overlay), [overlay]);
  const branches = useMemo(() => branchesOf(draft), [draft]);
  const selected = useDesign((design) => design.selected);
  const select = useDesign((design) => design.select);
  const toggle = useDesign((design) => design.toggle);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [reached, setReached] = useState<string | null>(null);
  const [findByLetters] = useState(typeAhead);
  const place = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(branches, closed, ({ ref, part }) => title(ref, part)), [branches, closed, title]);
  const current = [reached, selected].find((id) => rows.some(({ key }) => key === id)) ?? rows[0]?.key;
  const fold = useCallback((id: string) => setClosed((before) => toggled(before, id)), []);

  // A part that is selected elsewhere, such as a problem or a place that was found, is not hidden in a closed loop.
  const reveal = useEffectEvent((id: string) => {
    const hiding = loopsAround(branches, id).filter((loop) => closed.has(loop));
    if (hiding.length > 0) setClosed((before) => new Set([...before].filter((loop) => !hiding.includes(loop))));
  });
  useEffect(() => {
    if (selected === null) return;
    setReached(selected);
    reveal(selected);
  }, [selected]);

  if (branches.length === 0) return <p className="px-2 text-muted text-sm">{t("outline.empty")}</p>;

  const focus = (id: string) => place.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(id)}"]`)?.focus();

  function press(event: KeyboardEvent) {
    const id = event.target instanceof HTMLElement ? event.target.dataset.part : undefined;
    // The arrows of a part are buttons, with keys of their own.
    if (id === undefined) return;
    const isChosen = event.key === "Enter" || event.key === " ";
    const move = treeMove(rows, id, event.key);
    const found = isLetter(event) ? findByLetters(rows, id, event.nativeEvent) : undefined;
    if (!isChosen && !move && !isLetter(event)) return;
    event.preventDefault();
    if (isChosen) (event.ctrlKey || event.metaKey ? toggle : select)(refOf(id));
    if (move && "toggle" in move) fold(move.toggle);
    if (move && "focus" in move) focus(move.focus);
    if (found !== undefined) focus(found);
  }

  return (
    <div
      ref={place}
      role="tree"
      aria-label={t("outline.steps")}
      aria-multiselectable="true"
      onKeyDown={press}
      onFocus={({ target }) => target instanceof HTMLElement && target.dataset.part && setReached(target.dataset.part)}
      className="grid grid-cols-[minmax(0,1fr)] gap-1"
    >
      <Branches {...{ branches, closed, current, outcomes, onAdd }} onFold={fold} />
    </div>
  );
}

/** The visible rows, in order. */
const rowsOf = (
  branches: readonly Branch[],
  closed: ReadonlySet<string>,
  labelOf: (branch: Branch) => string,
  level = 0,
): TreeRow[] =>
  branches.flatMap((branch) => {
    const key = idOf(branch.ref);
    const isOpen = branch.body.length === 0 ? undefined : !closed.has(key);
    return [
      { key, level, label: labelOf(branch), isOpen },
      ...(isOpen ? rowsOf(branch.body, closed, labelOf, level + 1) : []),
    ];
  });

/** The loops that a part is in, outer ones first. */
const loopsAround = (branches: readonly Branch[], id: string): string[] =>
  branches.flatMap(({ ref, body }) =>
    body.some((inner) => idOf(inner.ref) === id || loopsAround([inner], id).length > 0)
      ? [idOf(ref), ...loopsAround(body, id)]
      : [],
  );

const toggled = (all: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(all.has(id) ? [...all].filter((other) => other !== id) : [...all, id]);

type BranchesProps = Props & {
  branches: readonly Branch[];
  closed: ReadonlySet<string>;
  current: string | undefined;
  outcomes: ReadonlyMap<string, Outcome> | null;
  onFold: (id: string) => void;
};

/** The steps of a loop are indented below it. */
function Branches({ branches, ...shared }: BranchesProps) {
  const { t, title } = useSpeech();
  return branches.map(({ ref, part, body }) => {
    const id = idOf(ref);
    const isOpen = body.length === 0 ? undefined : !shared.closed.has(id);
    const outcome = "step" in ref ? shared.outcomes?.get(ref.step) : undefined;
    const row = { at: ref, part, isOpen, isCurrent: shared.current === id, outcome };
    return (
      <Item key={id} {...row}>
        <Row {...row} onAdd={shared.onAdd} onFold={shared.onFold} />
        {isOpen && (
          // biome-ignore lint/a11y/useSemanticElements: the group of a tree
          <div
            role="group"
            aria-label={t("outline.eachItem", { title: title(ref, part) })}
            className="ml-2 grid grid-cols-[minmax(0,1fr)] gap-1 border-step-loop/50 border-l border-dashed pl-1.5"
          >
            <Branches {...shared} branches={body} />
          </div>
        )}
      </Item>
    );
  });
}

type ItemProps = {
  at: PartRef;
  part: Branch["part"];
  isOpen: boolean | undefined;
  isCurrent: boolean;
  outcome: Outcome | undefined;
};

function Item({ at, part, isOpen, isCurrent, outcome, children }: ItemProps & { children: ReactNode }) {
  const { t, title } = useSpeech();
  const id = idOf(at);
  const isSelected = useDesign(({ group }) => group.includes(id));
  const select = useDesign((design) => design.select);
  const toggle = useDesign((design) => design.toggle);
  const name = title(at, part);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its items
    <div
      role="treeitem"
      data-part={id}
      aria-label={outcome ? t("outline.ran", { title: name, outcome: t(outcomeLabel(outcome)) }) : name}
      aria-selected={isSelected}
      aria-expanded={isOpen}
      tabIndex={isCurrent ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation();
        if (event.target instanceof Element && event.target.closest("button")) return;
        (event.shiftKey || event.ctrlKey || event.metaKey ? toggle : select)(at);
      }}
      className="cursor-pointer outline-none [&:focus-visible>[data-row]]:outline-2 [&:focus-visible>[data-row]]:outline-accent [&[aria-selected=true]>[data-row]]:border-accent"
    >
      {children}
    </div>
  );
}

const outcomeLabel = ({ status }: Outcome) => (status === "failed" ? "run.failed" : "run.success");

type RowProps = ItemProps & Props & { onFold: (id: string) => void };

/** Only changed rows are rendered again, of 500 at most a few. */
const Row = memo(function Row({ at, part, isOpen, isCurrent, outcome, onAdd, onFold }: RowProps) {
  const { t, title, port: portLabels } = useSpeech();
  const { Icon, color } = lookOf(at, part);
  const select = useDesign((design) => design.select);
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  // Tab leads from a part to its arrows, and from there out of the tree.
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <div data-row className="rounded-lg border border-transparent">
      <div className="flex min-h-9 items-center gap-2 rounded-lg px-2 py-1 text-sm hover:bg-tint">
        {isOpen !== undefined && (
          <Arrow
            aria-hidden="true"
            className="-mx-1 size-6 shrink-0 rounded p-1 text-muted hover:text-ink"
            onClick={(event) => {
              event.stopPropagation();
              onFold(idOf(at));
            }}
          />
        )}
        <Icon aria-hidden="true" className={`size-4 shrink-0 ${color}`} />
        <span className="min-w-0 flex-1 truncate">{title(at, part)}</span>
        {outcome && (
          <span aria-hidden="true" className={outcome.status === "failed" ? "text-failure" : "text-success"}>
            {outcome.status === "failed" ? "✖" : "✔"}
          </span>
        )}
      </div>
      <div className="pb-1 pl-4">
        {portsOf(at, part).map(({ port, word }) => (
          <div key={port} className="flex flex-wrap items-center gap-x-1.5 text-muted text-xs">
            <CornerDownRight aria-hidden="true" className="size-3" />
            {portLabels(word)}
            {part[port].map((name) => (
              <button
                key={name}
                type="button"
                tabIndex={tabIndex}
                onClick={() => select({ step: name })}
                className="min-h-6 max-w-full truncate rounded px-1 text-accent hover:underline"
              >
                {name}
              </button>
            ))}
            <MayChange>
              <button
                type="button"
                tabIndex={tabIndex}
                aria-label={t("node.addAfter", { title: title(at, part), port: portLabels(word) })}
                aria-haspopup="dialog"
                onClick={() => onAdd({ from: at, port })}
                className="grid size-6 place-items-center rounded hover:bg-tint hover:text-accent"
              >
                <Plus aria-hidden="true" className="size-3.5" />
              </button>
            </MayChange>
          </div>
        ))}
      </div>
    </div>
  );
}, isSameRow);

function isSameRow(one: RowProps, other: RowProps): boolean {
  const { at, ...rest } = one;
  return (
    idOf(at) === idOf(other.at) && (Object.keys(rest) as (keyof typeof rest)[]).every((key) => one[key] === other[key])
  );
}
