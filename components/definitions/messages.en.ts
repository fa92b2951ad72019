import type { z } from "zod";
import type { Definition, Phrase } from "#server/formula/definition.ts";
import { STORY_MESSAGES } from "#server/formula/explain-run.ts";
import { property } from "#server/formula/property.ts";
import { USUAL_PORTS } from "#server/formula/step-type.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { outputKey } from "./output-key.ts";
import { quoted } from "./quoted.ts";

/** Names of steps, triggers and their properties. English names are in their definitions only. */
const messages: Readonly<Record<string, string>> = Object.fromEntries([
  ...portMessages("", USUAL_PORTS),
  ...Object.values(STEP_TYPES).flatMap((definition) => messagesOf(`step/${definition.type}/`, definition)),
  ...Object.values(TRIGGER_TYPES).flatMap((definition) => messagesOf(`trigger/${definition.type}/`, definition)),
  ...Object.entries(STORY_MESSAGES),
]);
export default messages;

type Described = Definition & { properties: z.ZodObject; offer?: string; sentence?: readonly Phrase[] };

function messagesOf(root: string, definition: Described): [string, string][] {
  const { label, summary, offer, ports = {}, line = [], sentence = [], outputs = [], properties } = definition;
  const shape: Record<string, z.ZodType> = properties.shape;
  const entries = Object.entries(shape).flatMap(([name, schema]): [string, string | undefined][] => {
    const { label: called, help } = property.get(schema) ?? {};
    return [
      [`${name}/label`, called],
      [`${name}/help`, help],
    ];
  });
  const texts = [["label", label], ["summary", summary], ["offer", offer], ...entries] as const;
  return [
    ...texts.flatMap(([key, text]): [string, string][] => (text ? [[root + key, quoted(text)]] : [])),
    ...portMessages(root, ports),
    ...outputs.map(({ path, label }): [string, string] => [root + outputKey(path), quoted(label)]),
    ...line.map(({ message }, at): [string, string] => [`${root}line/${at}`, message]),
    ...sentence.map(({ message }, at): [string, string] => [`${root}sentence/${at}`, message]),
  ];
}

function portMessages(root: string, ports: NonNullable<Definition["ports"]>): [string, string][] {
  return Object.entries(ports).map(([port, { label }]) => [`${root}port/${port}`, quoted(label)]);
}
