import { z } from "zod";
import { defineTriggerType } from "../trigger-type.ts";

/** `manual` (spec §2.3): starts by `POST …/executions`, whose body is `trigger.args`, or as a resource. */
export const manual = defineTriggerType({
  type: "manual",
  label: "Manual",
  summary: "Starts when the API asks for it.",
  properties: z.object({}),
  example: {},
  context: withArgs,
  fromManual: (args) => [withArgs({ args })],
  recordDepth: 1,
  recorded: ["args"],
});

function withArgs({ args }: { args: unknown }) {
  return { type: "manual", args: args ?? {} };
}
