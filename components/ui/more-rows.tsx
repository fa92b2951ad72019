"use client";

import { useTranslations } from "next-intl";
import { Button } from "./button.tsx";

type Props = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** Loads the next page of a list and appends it. */
export function MoreRows({ hasNextPage, isFetchingNextPage, fetchNextPage }: Props) {
  const t = useTranslations("ui.list");
  if (!hasNextPage) return null;
  return (
    <div className="mt-4 text-center">
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t("more")}
      </Button>
    </div>
  );
}
