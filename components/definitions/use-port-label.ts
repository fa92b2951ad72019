import { useDefinitionLabels } from "./use-definition-labels.ts";

/** The name of a port of a type of steps: `true` of a filter, `success` of most others. */
export function usePortLabel(): (type: string, port: string) => string {
  const { text } = useDefinitionLabels();
  return (type, port) => text(`step/${type}/port/${port}`) || text(`port/${port}`);
}
