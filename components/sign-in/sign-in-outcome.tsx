"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";

/** Errors of the OpenID Connect sign-in that have a message in the catalog. */
const OUTCOMES = [
  "Unknown",
  "Unverified",
  "AccessDenied",
  "Deactivated",
  "Elsewhere",
  "OtherAddress",
  "Invited",
] as const;

/** Why the last sign-in with the OpenID Connect provider failed, by the address of the page. */
export function SignInOutcome() {
  const t = useTranslations("shell.signIn.outcomes");
  const failed = useSearchParams().get("error");
  if (!failed) return null;
  return (
    <p role="alert" className="text-failure text-sm">
      {t(OUTCOMES.find((outcome) => outcome === failed) ?? "other")}
    </p>
  );
}
