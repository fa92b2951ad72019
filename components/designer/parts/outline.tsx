"use client";

import { ChevronDown, ChevronRight, CornerDownRight, Plus } from "lucide-react";
import {
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
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
import { OUTCOME_LOOKS } from "../model/outcome-looks.ts";
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
  /** The part whose row scrolls into view when it is rendered. */
  const awaited = useRef<string | null>(null);
  const tree = useId();
  const rows = useMemo(() => rowsOf(branches, closed, ({ ref, part }) => title(ref, part)), [branches, closed, title]);
  const current = [reached, selected].find((id) => rows.some(({ key }) => key === id)) ?? rows[0]?.key;
  const fold = useCallback((id: string) => setClosed((before) => toggled(before, id)), []);

  const rowOf = (id: string) => place.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(id)}"]`);
  // A part that is selected elsewhere, such as a problem or a place that was found, is not hidden in a closed loop.
  const reveal = useEffectEvent((id: string) => {
    const hiding = loopsAround(branches, id).filter((loop) => closed.has(loop));
    if (hiding.length > 0) setClosed((before) => new Set([...before].filter((loop) => !hiding.includes(loop))));
  });
  useEffect(() => {
    if (selected === null) return;
    setReached(selected);
    reveal(selected);
    awaited.current = selected;
  }, [selected]);
  // Its row is there once the loops around it are open.
  useEffect(() => {
    const row = awaited.current === null ? null : rowOf(awaited.current);
    if (!row) return;
    awaited.current = null;
    row.scrollIntoView({ block: "nearest" });
  });

  if (branches.length === 0) return <p className="px-2 text-muted text-sm">{t("outline.empty")}</p>;

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
    if (move && "focus" in move) rowOf(move.focus)?.focus();
    if (found !== undefined) rowOf(found)?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the tree in it
    <div
      ref={place}
      data-roving
      onKeyDown={press}
      onFocus={({ target }) => target.dataset.part && setReached(target.dataset.part)}
      className="grid grid-cols-[minmax(0,1fr)] gap-1"
    >
      {/* The tree has only its items; the arrows of an item follow it on the screen and in the order of Tab. */}
      <div
        role="tree"
        aria-label={t("outline.steps")}
        aria-multiselectable="true"
        aria-owns={rows.map(({ key }) => itemId(tree, key)).join(" ")}
      />
      <Branches {...{ tree, branches, closed, current, outcomes, onAdd }} level={1} onFold={fold} />
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

/** Ids may contain spaces, which separate those of `aria-owns`. */
const itemId = (tree: string, key: string) => `${tree}-${encodeURIComponent(key)}`;

type BranchesProps = Props & {
  tree: string;
  level: number;
  branches: readonly Branch[];
  closed: ReadonlySet<string>;
  current: string | undefined;
  outcomes: ReadonlyMap<string, Outcome> | null;
  onFold: (id: string) => void;
};

/** The steps of a loop are indented below it. */
function Branches({ branches, ...shared }: BranchesProps) {
  return branches.map(({ ref, part, body }, index) => {
    const id = idOf(ref);
    const isOpen = body.length === 0 ? undefined : !shared.closed.has(id);
    return (
      <div key={id}>
        <Part
          id={itemId(shared.tree, id)}
          at={ref}
          part={part}
          isOpen={isOpen}
          isCurrent={shared.current === id}
          outcome={"step" in ref ? shared.outcomes?.get(ref.step) : undefined}
          level={shared.level}
          position={index + 1}
          count={branches.length}
          onAdd={shared.onAdd}
          onFold={shared.onFold}
        />
        {isOpen && (
          <div className="ml-2 grid grid-cols-[minmax(0,1fr)] gap-1 border-step-loop/50 border-l border-dashed pl-1.5">
            <Branches {...shared} level={shared.level + 1} branches={body} />
          </div>
        )}
      </div>
    );
  });
}

type PartProps = Props & {
  id: string;
  at: PartRef;
  part: Branch["part"];
  isOpen: boolean | undefined;
  /** Tab leads to the current part, then to its arrows, and then out of the tree. */
  isCurrent: boolean;
  outcome: Outcome | undefined;
  level: number;
  position: number;
  count: number;
  onFold: (id: string) => void;
};

/** Only changed parts are rendered again, of 500 at most a few. */
const Part = memo(function Part({ id, at, part, outcome, level, position, count, onAdd, ...state }: PartProps) {
  const { isOpen, isCurrent, onFold } = state;
  const { t, title, port: portLabels } = useSpeech();
  const { Icon, color } = lookOf(at, part);
  const key = idOf(at);
  const isSelected = useDesign(({ group }) => group.includes(key));
  const select = useDesign((design) => design.select);
  const toggle = useDesign((design) => design.toggle);
  const Fold = isOpen ? ChevronDown : ChevronRight;
  const name = title(at, part);
  const tabIndex = isCurrent ? 0 : -1;
  const ports = portsOf(at, part);
  return (
    // Only visible parts are laid out; the others have about the height of their arrows.
    <div
      style={{ containIntrinsicBlockSize: `auto calc(2.5rem + 2px + ${ports.length} * 1.5rem)` }}
      className="rounded-lg border border-transparent [content-visibility:auto] [overflow-clip-margin:4px] has-[>[aria-selected=true]]:border-accent"
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its items */}
      <div
        id={id}
        role="treeitem"
        data-part={key}
        aria-level={level}
        aria-posinset={position}
        aria-setsize={count}
        aria-selected={isSelected}
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        onClick={(event) => (event.shiftKey || event.ctrlKey || event.metaKey ? toggle(at) : select(at))}
        className="flex min-h-9 cursor-pointer items-center gap-2 rounded-lg px-2 py-1 text-sm hover:bg-tint"
      >
        {isOpen !== undefined && (
          <Fold
            aria-hidden="true"
            className="-mx-1 size-6 shrink-0 rounded p-1 text-muted hover:text-ink"
            onClick={(event) => {
              event.stopPropagation();
              onFold(key);
            }}
          />
        )}
        <Icon aria-hidden="true" className={`size-4 shrink-0 ${color}`} />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {outcome && (
          <span className={OUTCOME_LOOKS[outcome.status].color}>
            <span aria-hidden="true">{OUTCOME_LOOKS[outcome.status].sign}</span>
            <span className="sr-only">{t(`node.signs.${outcome.status}`)}</span>
          </span>
        )}
      </div>
      <ul aria-label={t("outline.arrows", { title: name })} className="pb-1 pl-4">
        {ports.map(({ port, word }) => (
          <li key={port} className="flex flex-wrap items-center gap-x-1.5 text-muted text-xs">
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
                aria-label={t("node.addAfter", { title: name, port: portLabels(word) })}
                aria-haspopup="dialog"
                onClick={() => onAdd({ from: at, port })}
                className="grid size-6 place-items-center rounded hover:bg-tint hover:text-accent"
              >
                <Plus aria-hidden="true" className="size-3.5" />
              </button>
            </MayChange>
          </li>
        ))}
      </ul>
    </div>
  );
}, isSamePart);

function isSamePart(one: PartProps, other: PartProps): boolean {
  const { at, ...rest } = one;
  return (
    idOf(at) === idOf(other.at) && (Object.keys(rest) as (keyof typeof rest)[]).every((key) => one[key] === other[key])
  );
}
