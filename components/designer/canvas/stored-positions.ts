import { z } from "zod";
import { persist, readPersisted } from "../../ui/use-persisted-state.ts";

type Position = { x: number; y: number };

const MOST = 1000;
const stored = z.record(z.string(), z.object({ x: z.number(), y: z.number() }));
const nameOf = (formulaId: number) => `positions.${formulaId}`;

/** The positions of the parts that were moved by hand, as this browser stored them; the others are laid out. */
export function storedPositions(formulaId: number | null): Map<string, Position> {
  if (formulaId === null) return new Map();
  try {
    return new Map(Object.entries(stored.parse(JSON.parse(readPersisted(nameOf(formulaId)) ?? "{}"))));
  } catch {
    return new Map();
  }
}

/** A formula without an id is not published yet: its positions last as long as it is open. */
export function storePositions(formulaId: number | null, positions: ReadonlyMap<string, Position>): void {
  if (formulaId !== null) persist(nameOf(formulaId), JSON.stringify(Object.fromEntries([...positions].slice(-MOST))));
}
