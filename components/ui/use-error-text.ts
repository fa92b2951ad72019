"use client";

import { TRPCClientError } from "@trpc/client";
import { useTranslations } from "next-intl";
import { FormError } from "../api/send-form.ts";

/** Returns the text of an error for people: the message of the server, or that it did not respond. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations("ui.failed");
  return (error) => {
    const isLost = (error instanceof TRPCClientError || error instanceof FormError) && !error.data;
    if (isLost) return t("noResponse");
    return error instanceof Error ? error.message : String(error);
  };
}
