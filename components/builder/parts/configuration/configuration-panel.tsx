"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import { Button } from "../../../ui/button.tsx";
import { ItemRow } from "../../fields/item-row.tsx";
import { useBuilder, useElement } from "../../model/builder.ts";
import { listAt, textOf } from "../../model/paths.ts";
import { useProblems } from "../../model/problems.tsx";
import { useItems } from "../../model/use-items.ts";
import { useParsedElement } from "../../model/use-parsed-element.ts";
import { missingEntries } from "../../parameters/missing-entries.ts";
import { ParameterList } from "../../parameters/parameter-list.tsx";
import { isOwnEntry } from "../owned-fields.ts";
import { EntryForm } from "./entry-form.tsx";
import { displayed, swapEntries } from "./reorder-entries.ts";
import { visibilityOf } from "./visibility.ts";

const PATH = ["configuration"] as const;

/** Values that are set once for each connection, and the parameters of all resources. */
export function ConfigurationPanel() {
  const t = useTranslations("builder.configuration");
  return (
    <div className="grid min-w-0 max-w-4xl gap-8">
      <section aria-labelledby="configuration-entries" className="grid min-w-0 gap-3">
        <h3 id="configuration-entries" className="font-semibold">
          {t("entries")}
        </h3>
        <Entries />
        <Elsewhere />
      </section>
      <section aria-labelledby="global-parameters" className="grid min-w-0 gap-3">
        <h3 id="global-parameters" className="font-semibold">
          {t("parameters")}
        </h3>
        <p className="text-muted text-sm">{t("parametersHelp")}</p>
        <ParameterList />
      </section>
    </div>
  );
}

function Entries() {
  const t = useTranslations("builder.configuration");
  const mayChange = useBuilder((builder) => builder.mayChange);
  const items = useItems(PATH, ({ name, key }) => textOf(name) || textOf(key), {
    shown: (entries) => displayed(entries).filter((at) => isOwnEntry(textOf(entries[at]?.key))),
    reorder: swapEntries,
    distinguish: (copy, entries) => ({ ...copy, key: freeKey(`${textOf(copy.key)}.copy`, entries) }),
  });
  const element = useParsedElement();
  const missing = element ? missingEntries(element).filter(({ key }) => isOwnEntry(key)) : [];
  return (
    <div ref={items.place} className="grid min-w-0 gap-3">
      {items.positions.length === 0 && <p className="text-muted text-sm">{t("none")}</p>}
      <ol aria-label={t("entries")} className="grid min-w-0 gap-2">
        {items.positions.map((at) => {
          const item = items.items[at] ?? {};
          return (
            <ItemRow
              key={at}
              items={items}
              at={at}
              name={cutText(textOf(item.name) || textOf(item.key), 60) || t("unnamed", { number: String(at + 1) })}
              summary={<Summary at={at} item={item} />}
            >
              <EntryForm at={at} />
            </ItemRow>
          );
        })}
      </ol>
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button data-add onClick={() => items.add({ key: "", name: "", description: "" })}>
            <Plus aria-hidden="true" className="size-4" />
            {t("add")}
          </Button>
          {missing.slice(0, 5).map(({ id: _, ...entry }) => (
            <Button key={entry.key} kind="quiet" onClick={() => items.add(entry)}>
              <Plus aria-hidden="true" className="size-4" />
              {t("addMissing", { key: cutText(entry.key, 60) })}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function freeKey(wanted: string, entries: readonly Readonly<Record<string, unknown>>[]): string {
  const taken = new Set(entries.map(({ key }) => key));
  let key = wanted;
  for (let n = 2; taken.has(key); n++) key = `${wanted}.${n}`;
  return key;
}

function Summary({ at, item }: { at: number; item: Readonly<Record<string, unknown>> }) {
  const t = useTranslations("builder.configuration");
  const problem = useProblems().find(({ path: [list, place] }) => list === PATH[0] && place === at)?.message;
  return (
    <span className="grid min-w-0 gap-1">
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="min-w-0 break-words font-medium">{cutText(textOf(item.name), 200) || t("nameless")}</span>
        <code className="min-w-0 break-all font-mono text-muted text-xs">{cutText(textOf(item.key), 200)}</code>
      </span>
      <span className="flex flex-wrap gap-x-3 text-muted text-xs">
        <span>{t(`visibility.${visibilityOf(item)}.label`)}</span>
        {item.required === true && <span>{t("isRequired")}</span>}
        {textOf(item.groupName) !== "" && <span className="break-all">{cutText(textOf(item.groupName), 60)}</span>}
      </span>
      {problem && (
        <span className="text-failure text-sm">
          <span aria-hidden="true">✖ </span>
          {problem}
        </span>
      )}
    </span>
  );
}

/** The number of entries that other parts have, with links to them. */
function Elsewhere() {
  const t = useTranslations("builder.configuration");
  const others = listAt(useElement(), PATH).filter(({ key }) => !isOwnEntry(textOf(key))).length;
  const open = useBuilder((builder) => builder.open);
  if (others === 0) return null;
  return (
    <p className="text-muted text-sm">
      {t.rich("elsewhere", {
        count: others,
        properties: (text) => (
          <button type="button" onClick={() => open("properties")} className="text-accent underline">
            {text}
          </button>
        ),
        authentication: (text) => (
          <button type="button" onClick={() => open("authentication")} className="text-accent underline">
            {text}
          </button>
        ),
      })}
    </p>
  );
}
