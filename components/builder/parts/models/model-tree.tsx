"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { asSchema, type Definitions, type Schema } from "#server/element/definition/model-from-samples.ts";
import { rootOf, schemaAt } from "../../../operation-forms/schema-fields.ts";
import { MayChange, useMayChange } from "../../../shell/may-change.tsx";
import { Button } from "../../../ui/button.tsx";
import { focusAfter } from "../../../ui/focus-after.ts";
import { isLetter, treeMove, typeAhead } from "../../../ui/tree-keys.ts";
import { useBuilder, useValue } from "../../model/builder.ts";
import type { Path } from "../../model/paths.ts";
import { FieldForm } from "./field-form.tsx";
import { FieldTreeRow } from "./field-tree-row.tsx";
import {
  below,
  type FieldRow,
  inModel,
  inside,
  modelRows,
  type NewField,
  withNewField,
  withoutField,
  withRenamedField,
  withRequired,
} from "./model-fields.ts";

type Props = {
  /** The place of the definitions in the draft. */
  path: Path;
  /** The name of the model among them. */
  root: string;
  label: string;
};

const ADD = "[data-adds-field]";
const NAME = "[data-field-name] input";
const rowWith = (key: string) => `[data-key="${CSS.escape(key)}"]`;

/**
 * A model as a tree of fields. The arrow keys move and open, Enter edits, Insert adds a field below, or in an
 * open object without fields, Shift+Insert adds one inside, Delete removes the field.
 */
export function ModelTree({ path, root, label }: Props) {
  const t = useTranslations("builder.models");
  const mayChange = useMayChange();
  const definitions = (asSchema(useValue(path)) ?? {}) as Definitions;
  const set = useBuilder((builder) => builder.set);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string | null>(null);
  const [findByLetters] = useState(typeAhead);
  const place = useRef<HTMLDivElement>(null);
  const rows = modelRows(definitions, root, open);
  const row = rows.find(({ key }) => key === selected);
  const top = rootOf(definitions, root);

  const find = (target: string) => place.current?.querySelector<HTMLElement>(target);
  const change = (holder: Path, schema: Schema, announce?: string) => set([...path, ...holder], schema, { announce });

  function add(to: NewField | null) {
    if (!to) return;
    const { schema, name } = withNewField(schemaAt(definitions, to.holder), to.after);
    focusAfter(
      () => {
        change(to.holder, schema, t("added"));
        if (to.parent !== "") unfold(to.parent, true);
        setSelected(`${to.parent}/${name}`);
      },
      () => find(NAME),
    );
  }
  const addBelow = (pressed: FieldRow | undefined) => add(pressed ? below(pressed, rows) : top && inModel(top));

  function remove(gone: FieldRow) {
    const at = rows.indexOf(gone);
    const siblings = rows.filter(({ key }) => key !== gone.key && !key.startsWith(`${gone.key}/`));
    const neighbor = siblings[at] ?? siblings.at(-1);
    const left = withoutField(schemaAt(definitions, gone.holder), gone.name);
    focusAfter(
      () => {
        change(gone.holder, left, t("removed", { name: gone.name }));
        setSelected(neighbor?.key ?? null);
      },
      () => find(neighbor ? rowWith(neighbor.key) : ADD),
    );
  }

  /** The key of the renamed field; null if it cannot be called so. */
  function rename(from: FieldRow, to: string): string | null {
    if (to === from.name) return from.key;
    const renamed = withRenamedField(schemaAt(definitions, from.holder), from.name, to);
    if (!renamed) return null;
    const key = `${from.key.slice(0, -from.name.length)}${to}`;
    change(from.holder, renamed);
    setSelected(key);
    return key;
  }

  const unfold = (key: string, isOpen: boolean) =>
    setOpen(new Set(isOpen ? [...open, key] : [...open].filter((one) => one !== key)));

  function press(event: KeyboardEvent, pressed: FieldRow) {
    const to = (key: string) => find(rowWith(key))?.focus();
    const treeRows = rows.map(({ key, level, name, inner, isOpen }) => ({
      ...{ key, level, label: name },
      isOpen: inner ? isOpen : undefined,
    }));
    const move = treeMove(treeRows, pressed.key, event.key);
    const found = isLetter(event) ? findByLetters(treeRows, pressed.key, event.nativeEvent) : undefined;
    const acts: Record<string, (() => void) | false | undefined> = {
      ...(move && {
        [event.key]: () => ("focus" in move ? to(move.focus) : unfold(move.toggle, !pressed.isOpen)),
      }),
      ...(found !== undefined && { [event.key]: () => to(found) }),
      Enter: () => find(NAME)?.focus(),
      Insert: mayChange && (() => (event.shiftKey && pressed.inner ? add(inside(pressed)) : addBelow(pressed))),
      Delete: mayChange && (() => remove(pressed)),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    <div ref={place} className="grid items-start gap-4 @lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-2">
        <div
          role="tree"
          aria-label={label}
          className="grid max-h-[32rem] overflow-y-auto rounded-xl border border-line p-1"
        >
          {rows.map((one, at) => (
            <FieldTreeRow
              key={one.key}
              row={one}
              isSelected={one.key === selected}
              isTabStop={one.key === selected || (!row && at === 0)}
              onSelect={() => setSelected(one.key)}
              onToggle={() => unfold(one.key, !one.isOpen)}
              onKeyDown={(event) => press(event, one)}
            />
          ))}
        </div>
        {rows.length === 0 && <p className="text-muted text-sm">{t(top ? "noFields" : "noModel")}</p>}
        {top && (
          <MayChange>
            <div className="flex flex-wrap gap-2">
              <Button data-adds-field onClick={() => addBelow(row)}>
                <Plus aria-hidden="true" className="size-4" />
                {t("addField")}
              </Button>
              {row?.inner && (
                <Button onClick={() => add(inside(row))}>
                  <Plus aria-hidden="true" className="size-4" />
                  {t("addInside")}
                </Button>
              )}
            </div>
          </MayChange>
        )}
      </div>
      {row && (
        <FieldForm
          key={rows.indexOf(row)}
          row={row}
          models={Object.keys(definitions)}
          onRename={(to) => rename(row, to)}
          onChange={(schema) => set([...path, ...row.holder, "properties", row.name], schema)}
          onRequire={(isRequired) =>
            change(row.holder, withRequired(schemaAt(definitions, row.holder), row.name, isRequired))
          }
          onDelete={() => remove(row)}
          onDone={(key) =>
            focusAfter(
              () => setSelected(key),
              () => find(rowWith(key)),
            )
          }
        />
      )}
    </div>
  );
}
