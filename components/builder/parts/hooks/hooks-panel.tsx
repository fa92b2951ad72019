"use client";

import { HookList } from "../../hooks/hook-list.tsx";

/** The hooks of all resources. */
export function HooksPanel() {
  return (
    <div className="min-w-0 max-w-4xl">
      <HookList />
    </div>
  );
}
