"use client";

import { useEffect, useState } from "react";

type Readiness = "checking" | "up" | "down";

const LOOKS = {
  checking: { sign: "◐", color: "text-waiting", words: "Asking whether everything is up …" },
  up: { sign: "✔", color: "text-success", words: "Everything is up." },
  down: { sign: "✖", color: "text-failure", words: "Formulary does not answer. Is npm start running?" },
} as const;

const EVERY_MS = 5000;

/** Says whether the product answers `/readyz`, and notices when that changes. */
export function Readiness() {
  const [readiness, setReadiness] = useState<Readiness>("checking");

  useEffect(() => {
    const ask = () =>
      fetch("/readyz", { cache: "no-store" }).then(
        ({ ok }) => setReadiness(ok ? "up" : "down"),
        () => setReadiness("down"),
      );
    void ask();
    const timer = setInterval(ask, EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  const { sign, color, words } = LOOKS[readiness];
  return (
    <p
      role="status"
      className="inline-flex items-center gap-2 rounded-full border border-line bg-surface px-3.5 py-1.5 text-sm"
    >
      <span aria-hidden="true" className={color}>
        {sign}
      </span>
      {words}
    </p>
  );
}
