"use client";

import { useTranslations } from "next-intl";
import { Button } from "./button.tsx";

type Props = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
  label?: string | undefined;
};

/** Loads the next page of a list and appends it. */
export function MoreRows({ hasNextPage, isFetchingNextPage, fetchNextPage, label }: Props) {
  const t = useTranslations("ui.list");
  if (!hasNextPage) return null;
  return (
    <div className="mt-4 text-center">
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label ?? t("more")}
      </Button>
    </div>
  );
}
