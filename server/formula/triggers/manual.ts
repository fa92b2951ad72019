import { z } from "zod";
import { defineTriggerType } from "../trigger-type.ts";

/** `manual` (spec §2.3): starts by `POST …/executions`, whose body is `trigger.args`, or as a resource. */
export const manual = defineTriggerType({
  type: "manual",
  label: "Manual",
  summary: "Runs on demand.",
  offer: "On demand, when your app or a person runs it.",
  icon: "mouse-pointer-click",
  line: [{ message: "on demand", values: () => ({}) }],
  sentence: [{ message: "On demand", values: () => ({}) }],
  outputs: [{ path: ".args", label: "the input of the run" }],
  properties: z.object({}),
  example: {},
  context: withArgs,
  fromManual: (args) => [withArgs({ args })],
  recordDepth: 1,
  recorded: ["args"],
  sample: () => ({}),
  asManual: ({ args }) => args ?? {},
  source: "api",
  story: [{ message: "The run was started manually or through the API.", values: () => ({}) }],
});

function withArgs({ args }: { args: unknown }) {
  return { type: "manual", args: args ?? {} };
}
