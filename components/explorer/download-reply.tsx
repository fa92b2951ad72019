"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RouterInputs } from "../api/trpc.ts";
import { Button } from "../ui/button.tsx";

type Props = { request: RouterInputs["explorer"]["send"]; name: string | undefined };

/**
 * Sends a request again, and saves the response as a file: a form, so that the browser saves a large one while it is
 * received. A refusal opens in a tab of its own.
 */
export function DownloadReply({ request, name }: Props) {
  const t = useTranslations("explorer.response");
  const isRepeatable = request.method === "GET";
  return (
    <form
      method="post"
      action="/api/explorer-files"
      target="_blank"
      className="flex flex-wrap items-center gap-3"
      rel="noopener"
    >
      <input type="hidden" name="request" value={JSON.stringify(request)} />
      <Button type="submit">
        <Download aria-hidden="true" className="size-4" />
        {t(isRepeatable ? "download" : "downloadAgain")}
      </Button>
      <span className="min-w-0 break-words text-muted text-sm [overflow-wrap:anywhere]">
        {name !== undefined && <code className="font-mono">{name}</code>} {!isRepeatable && t("sentAgain")}
      </span>
    </form>
  );
}
