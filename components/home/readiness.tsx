"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { isOk } from "../ui/is-ok.ts";

type Readiness = "checking" | "up" | "down";

const LOOKS = {
  checking: { sign: "◐", color: "text-waiting" },
  up: { sign: "✔", color: "text-success" },
  down: { sign: "✖", color: "text-failure" },
} as const;

const EVERY_MS = 5000;

/** Shows whether `/readyz` succeeds, and updates when that changes. */
export function Readiness() {
  const t = useTranslations("home.readiness");
  const [readiness, setReadiness] = useState<Readiness>("checking");

  useEffect(() => {
    const look = async () => setReadiness((await isOk("/readyz")) ? "up" : "down");
    void look();
    const timer = setInterval(look, EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  const { sign, color } = LOOKS[readiness];
  return (
    <p
      role="status"
      className="inline-flex items-center gap-2 rounded-full border border-line bg-surface px-3.5 py-1.5 text-sm"
    >
      <span aria-hidden="true" className={color}>
        {sign}
      </span>
      {t(readiness)}
    </p>
  );
}
