"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../api/trpc.ts";
import { ElementIcon, useHubName } from "../../connections/element-icon.tsx";
import { routeTo } from "../../screens/screens.ts";
import { useOpenScreen } from "../../screens/use-open-screen.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";

const MOST_OFFERED = 6;

/** Copies an element that the user sees, found by its name. */
export function StartByClone() {
  const t = useTranslations("elements.create");
  const page = useTranslations("elements.page");
  const hubName = useHubName();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const openScreen = useOpenScreen();
  const [text, setText] = useState("");
  const search = useDebounced(text.trim());
  const { data, error } = useQuery({
    ...trpc.elements.list.queryOptions({ search }),
    placeholderData: keepPreviousData,
  });
  const clone = useMutation(
    trpc.elements.clone.mutationOptions({
      async onSuccess(copy) {
        await queries.invalidateQueries(trpc.elements.pathFilter());
        toast(page("cloned", { name: copy.name }), page("clonedDescription"));
        await openScreen(routeTo("element", { elementKey: copy.key }));
      },
    }),
  );
  return (
    <div className="grid gap-3">
      <SearchField label={t("search")} value={text} onChange={setText} />
      {error && <Failed error={error} />}
      {clone.error && <Failed error={clone.error} />}
      {!data && !error && <Loading what={t("loading")} />}
      {data?.items.length === 0 && <p className="text-muted text-sm">{t("none")}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {data?.items.slice(0, MOST_OFFERED).map(({ id, address, name, hub }) => (
          <li key={id}>
            <button
              type="button"
              aria-disabled={clone.isPending || undefined}
              onClick={() => !clone.isPending && clone.mutate({ elementKey: address })}
              className="flex w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-tint"
            >
              <ElementIcon name={name} hub={hub} />
              <span className="min-w-0">
                <span className="sr-only">{t("cloneOne")}</span>{" "}
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-muted text-xs">{hubName(hub)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
