import { z } from "zod";
import { forgetPersisted, readPersisted } from "../../ui/use-persisted-state.ts";
import type { Position } from "./layout.ts";

const stored = z.record(z.string(), z.object({ x: z.number(), y: z.number() }));
const nameOf = (formulaId: number) => `positions.${formulaId}`;

/** The positions that this browser stored before the server did: they are taken over once. */
export function browserLayout(formulaId: number): Record<string, Position> {
  try {
    return stored.parse(JSON.parse(readPersisted(nameOf(formulaId)) ?? "{}"));
  } catch {
    return {};
  }
}

export const hasBrowserLayout = (formulaId: number): boolean => readPersisted(nameOf(formulaId)) !== null;
export const forgetBrowserLayout = (formulaId: number): void => forgetPersisted(nameOf(formulaId));
