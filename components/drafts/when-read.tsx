"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type AnyError, Failed, Loading } from "../ui/states.tsx";

type Props<Data> = {
  /** The kind of the draft. */
  kind: "element" | "formula";
  data: Data | undefined;
  error: AnyError | null;
  refetch: () => unknown;
  children: (data: Data) => ReactNode;
};

/** Nothing was read yet. */
export const PENDING = { data: undefined, error: null, refetch: () => {}, children: () => null };

/** Renders an editor of drafts after it has loaded its draft. */
export function WhenRead<Data>({ kind, data, error, refetch, children }: Props<Data>) {
  const t = useTranslations(`drafts.${kind}`);
  if (data !== undefined) return children(data);
  return (
    <div className="p-8">
      <h1 className="sr-only">{t(error ? "cannotOpen" : "title")}</h1>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading what={t("loading")} />}
    </div>
  );
}
