import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../api/trpc.ts";
import { useDesign } from "./design.ts";

/** The number of instances of the formula, and how many of them have a value for each key; null until loaded. */
export function useStoredValues(): { instances: number; heldUnder: (key: string) => number } | null {
  const trpc = useTRPC();
  const formulaId = useDesign((design) => design.formulaId);
  const { data } = useQuery({
    ...trpc.design.heldValues.queryOptions({ formulaId: formulaId ?? 0 }),
    enabled: formulaId !== null,
    staleTime: 0,
  });
  if (!data) return null;
  const held = new Map(data.held.map(({ key, instances }) => [key, instances]));
  return { instances: data.instances, heldUnder: (key) => held.get(key) ?? 0 };
}
