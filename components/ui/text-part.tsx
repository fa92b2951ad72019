"use client";

import { useTranslations } from "next-intl";
import type { ReactNode, Ref } from "react";
import { Button, buttonLook } from "./button.tsx";
import { useFormat } from "./use-format.ts";

type Props = {
  /** The lengths of what is shown and of the whole text. */
  shown: number;
  length: number;
  /** Shows the next part; undefined if all is shown. */
  onMore?: (() => void) | undefined;
  isLoading?: boolean;
  href: string;
  /** The name of the downloaded file, if the server does not name it. */
  fileName?: string;
  download?: Ref<HTMLAnchorElement>;
  children?: ReactNode;
};

/** How much of a large text is shown, with a button for more of it and a link that saves the whole. */
export function TextPart({ shown, length, onMore, isLoading = false, href, fileName, download, children }: Props) {
  const t = useTranslations("ui.part");
  const { size } = useFormat();
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3 text-muted text-sm">
      <span role="status">
        {onMore ? t("first", { shown: size(shown), size: size(length) }) : t("all", { size: size(length) })}
      </span>
      {onMore && (
        <Button isBusy={isLoading} onClick={onMore}>
          {t("loadMore")}
        </Button>
      )}
      <a ref={download} href={href} download={fileName ?? true} className={buttonLook()}>
        {t("download")}
      </a>
      {children}
    </div>
  );
}
