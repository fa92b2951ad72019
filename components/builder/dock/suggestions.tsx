"use client";

import { useTranslations } from "next-intl";
import { nextPageInResponse } from "#server/element/pagination/next-page-in-response.ts";
import { Button } from "../../ui/button.tsx";
import { useBuilder, useValue } from "../model/builder.ts";
import { textOf } from "../model/paths.ts";
import { listsIn } from "./lists-in.ts";
import type { Trial } from "./trial.ts";

/** What the last response of the provider shows about the operation, each set by one click. */
export function Suggestions({ trial, at }: { trial: Trial; at: number }) {
  const t = useTranslations("builder.dock");
  const resource = ["resources", at] as const;
  const rootKey = textOf(useValue([...resource, "rootKey"]));
  const nextPageKey = textOf(useValue([...resource, "nextPageKey"]));
  const method = textOf(useValue([...resource, "method"]));
  const set = useBuilder((builder) => builder.set);
  const mayChange = useBuilder((builder) => builder.mayChange);
  const response = trial.exchanges[0]?.response;
  if (!mayChange || !response || response.status >= 300 || method.toUpperCase() !== "GET") return null;
  const lists = listsIn(response.body).filter((list) => list.rootKey !== rootKey);
  const next = nextPageInResponse(response.headers, response.body);
  const offers = [
    ...(rootKey === "" && !Array.isArray(response.body) ? lists.slice(0, 3) : []).map((list) => ({
      key: `rootKey ${list.rootKey}`,
      text: t("useRootKey", { rootKey: list.rootKey, count: list.count }),
      act: () => set([...resource, "rootKey"], list.rootKey, { announce: t("rootKeySet", { rootKey: list.rootKey }) }),
    })),
    ...(next !== undefined && next !== nextPageKey
      ? [
          {
            key: `next ${next}`,
            text: t("useNextPage", { nextPageKey: next }),
            act: () => set([...resource, "nextPageKey"], next, { announce: t("nextPageSet", { nextPageKey: next }) }),
          },
        ]
      : []),
  ];
  if (offers.length === 0) return null;
  return (
    <ul aria-label={t("suggestions")} className="flex min-w-0 flex-wrap gap-2">
      {offers.map(({ key, text, act }) => (
        <li key={key} className="min-w-0">
          <Button onClick={act} className="whitespace-normal! text-left">
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
}
