import type { z } from "zod";
import { property } from "#server/formula/property.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";

type Definition = { type: string; label: string; summary: string; properties: z.ZodObject };

/** What steps, triggers and their properties are called. Their definitions speak English: it is written nowhere else. */
const messages: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.values(STEP_TYPES).flatMap((definition) => messagesOf("step", definition)),
  ...Object.values(TRIGGER_TYPES).flatMap((definition) => messagesOf("trigger", definition)),
]);
export default messages;

function messagesOf(kind: "step" | "trigger", { type, label, summary, properties }: Definition): [string, string][] {
  const shape: Record<string, z.ZodType> = properties.shape;
  const told = Object.entries(shape).flatMap(([name, schema]): [string, string | undefined][] => {
    const { label: called, help } = property.get(schema) ?? {};
    return [
      [`${name}/label`, called],
      [`${name}/help`, help],
    ];
  });
  return [["label", label], ["summary", summary], ...told].flatMap(([key, text]): [string, string][] =>
    text ? [[`${kind}/${type}/${key}`, quoted(text)]] : [],
  );
}

/** As a message: nothing is filled in, also where the text speaks of `${…}` or `<tags>`. */
function quoted(text: string): string {
  return text.replaceAll("'", "''").replaceAll(/[{}<>]+/g, "'$&'");
}
