"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useStore } from "zustand";
import { compilePollerEntry } from "#server/element/polling/poller-entry.ts";
import { Button } from "../../../ui/button.tsx";
import { ItemRow } from "../../fields/item-row.tsx";
import { type BuilderStore, useBuilder } from "../../model/builder.ts";
import { textOf } from "../../model/paths.ts";
import { useItems } from "../../model/use-items.ts";
import { PolledForm } from "./polled-form.tsx";
import { suggestedPolls } from "./suggested-polls.ts";

const MOST_SUGGESTED = 8;

/** The polled resources: their requests, and how changes are detected. */
export function PolledList({ outer }: { outer: BuilderStore }) {
  const t = useTranslations("builder.events");
  const items = useItems(["resources"], ({ resource }) => textOf(resource));
  const mayChange = useBuilder((builder) => builder.mayChange);
  const names = items.items.map(({ resource }) => textOf(resource));
  const element = useStore(outer, ({ history }) => history.present);
  const suggested = useMemo(() => suggestedPolls(element), [element]);
  const untaken = suggested.filter(({ resource }) => !names.includes(resource));
  return (
    <section aria-labelledby="polled-resources" className="grid gap-3">
      <h3 id="polled-resources" className="font-medium text-sm">
        {t("polled")}
      </h3>
      {items.items.length === 0 && <p className="text-muted text-sm">{t("nothingPolled")}</p>}
      <div ref={items.place} className="grid gap-3">
        <ol aria-labelledby="polled-resources" className="grid min-w-0 gap-2">
          {items.items.map((item, at) => (
            <ItemRow
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are known by their positions while they are renamed
              key={at}
              items={items}
              at={at}
              name={textOf(item.resource)}
              canMove={false}
              summary={<Summary item={item} />}
            >
              <PolledForm at={at} taken={names.filter((_, other) => other !== at)} outer={outer} />
            </ItemRow>
          ))}
        </ol>
        {mayChange && (
          <div className="flex min-w-0 flex-wrap items-center gap-2">
            <Button data-add onClick={() => items.add(untaken[0] ?? newEntry(names))}>
              <Plus aria-hidden="true" className="size-4" />
              {t("add")}
            </Button>
            {untaken.length > 1 && (
              <>
                <span className="text-muted text-sm">{t("suggested")}</span>
                {untaken.slice(0, MOST_SUGGESTED).map((poll) => (
                  <Button
                    key={poll.resource}
                    kind="quiet"
                    className="max-w-full [overflow-wrap:anywhere]"
                    aria-label={t("addOne", { resource: poll.resource })}
                    onClick={() => items.add(poll)}
                  >
                    {poll.resource}
                  </Button>
                ))}
              </>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

/** A separate name: the entries are a map. */
function newEntry(names: readonly string[]) {
  let resource = "resource";
  for (let n = 2; names.includes(resource); n++) resource = `resource${n}`;
  return { resource, url: `/${resource}`, idField: "id" };
}

function Summary({ item }: { item: Readonly<Record<string, unknown>> }) {
  const problem = useMemo(() => {
    const { resource, ...entry } = item;
    try {
      compilePollerEntry(textOf(resource), entry);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }, [item]);
  return (
    <span className="grid min-w-0">
      <span className="truncate font-medium">{textOf(item.resource)}</span>
      <span className="line-clamp-2 break-words text-muted text-xs [overflow-wrap:anywhere]">{textOf(item.url)}</span>
      {problem !== undefined && (
        <span className="break-words text-failure text-xs [overflow-wrap:anywhere]">
          <span aria-hidden="true">✖ </span>
          {problem}
        </span>
      )}
    </span>
  );
}
