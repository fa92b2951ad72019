"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type AnyError, Failed, Loading } from "../ui/states.tsx";

type Props<Data> = {
  /** What is opened. */
  kind: "element" | "formula";
  data: Data | undefined;
  error: AnyError | null;
  refetch: () => unknown;
  children: (data: Data) => ReactNode;
};

/** An editor of drafts, once it has read its draft. */
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
