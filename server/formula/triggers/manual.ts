import { z } from "zod";
import { defineTriggerType } from "../trigger-type.ts";

/** `manual` (spec §2.3): starts by `POST …/executions`, whose body is `trigger.args`, or as a resource. */
export const manual = defineTriggerType({
  type: "manual",
  label: "Manual",
  summary: "Starts when the API asks for it.",
  offer: "When your app or a person asks for it.",
  icon: "mouse-pointer-click",
  line: [{ message: "when the API asks for it", values: () => ({}) }],
  sentence: [{ message: "When somebody runs it", values: () => ({}) }],
  outputs: [{ path: ".args", label: "what the run was started with" }],
  properties: z.object({}),
  example: {},
  context: withArgs,
  fromManual: (args) => [withArgs({ args })],
  recordDepth: 1,
  recorded: ["args"],
  sample: () => ({}),
  asManual: ({ args }) => args ?? {},
  source: "api",
  story: () => "It was started by hand or by the API",
});

function withArgs({ args }: { args: unknown }) {
  return { type: "manual", args: args ?? {} };
}
