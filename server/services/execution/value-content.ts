import { createHash } from "node:crypto";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Range } from "#server/ports.ts";
import type { ReadsFiles } from "./large-values.ts";
import { requireStep } from "./read-step.ts";
import { type InFile, type StepValue, valuesOfStep, withTexts } from "./step-values.ts";
import { rangeInJson } from "./text-index.ts";
import { contentOf } from "./value-outline.ts";

/** A value as text in UTF-8, of which each range of bytes can be read without the rest. */
export type ValueContent = {
  bytes: number;
  /** Another one for another value. */
  tag: string;
  /** Refuses what `ValueFiles.read` refuses. */
  read: (range: Range) => Promise<Uint8Array>;
};

type OfStep = { stepExecutionId: number; valueKey: string };

/**
 * The content of one value of a step, by its key or its id. Refuses notFound for a step that the caller may not see, and
 * for an unknown value.
 */
export async function openValueContent(ctx: Context, { stepExecutionId, valueKey }: OfStep): Promise<ValueContent> {
  const step = await requireStep(ctx, stepExecutionId);
  const values: StepValue[] = await valuesOfStep(ctx, { step, cause: step });
  const value = values.find(({ id, key }) => key === valueKey || id === valueKey);
  if (!value)
    throw new Failure(
      "notFound",
      `valueKey: the step execution ${stepExecutionId} has no value ${JSON.stringify(valueKey.slice(0, 100))}.`,
    );
  return (value.inFile && contentInFile(ctx, value.inFile)) ?? contentInMemory(await withTexts(ctx, [value]));
}

function contentInMemory([value]: { value: string | boolean }[]): ValueContent {
  const content = Buffer.from(String(value?.value ?? ""));
  return { bytes: content.length, tag: tagOf(content), read: async ({ from, to }) => content.subarray(from, to) };
}

/** Undefined for a text without an index: it is read as a whole. */
function contentInFile(app: ReadsFiles, { file, at }: InFile): ValueContent | undefined {
  const { from: begin, to: end } = contentOf(at);
  const tag = tagOf(`${file.name} ${begin}`);
  const inFile = ({ from, to }: Range) => app.valueFiles.read(file, { from: begin + from, to: begin + to });
  if (!at.isText) return { bytes: end - begin, tag, read: inFile };
  const { index } = at;
  if (!index) return undefined;
  return {
    bytes: index.bytes,
    tag,
    async read({ from, to }) {
      const { json, text } = rangeInJson(index, { from, to }, end - begin);
      const read = await inFile(json);
      return index.places ? Buffer.from(JSON.parse(`"${read}"`)).subarray(from - text, to - text) : read;
    },
  };
}

const tagOf = (content: string | Uint8Array) => createHash("sha256").update(content).digest("base64url").slice(0, 22);
