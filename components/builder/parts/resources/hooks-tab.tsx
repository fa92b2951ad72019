"use client";

import { HookList } from "../../hooks/hook-list.tsx";
import type { Operation } from "../../model/operations.ts";

/** Scripts before and after the requests of the operation. */
export const HooksTab = ({ operation }: { operation: Operation }) => (
  <HookList resource={["resources", operation.at]} />
);
