import type { Outcome } from "./run-overlay.ts";

/** How the outcome of a step looks on the canvas and in the outline, next to its words. */
export const OUTCOME_LOOKS = {
  success: { sign: "✔", color: "text-success", frame: "border-success" },
  failed: { sign: "✖", color: "text-failure", frame: "border-failure" },
  running: { sign: "◐", color: "text-running", frame: "border-running" },
  unfinished: { sign: "⊘", color: "text-muted", frame: "border-muted" },
} as const satisfies Record<Outcome["status"], { sign: string; color: string; frame: string }>;
