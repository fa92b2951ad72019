import { z } from "zod";
import { phrase } from "../definition.ts";
import { readPath } from "../expression.ts";
import { property } from "../property.ts";
import { defineStepType } from "../step-type.ts";
import { countTook } from "../story.ts";

/**
 * `loop` (spec §2.5, §3): each visit outputs the next object of `list` and takes `onSuccess`; after the last it takes
 * `onFailure`. The body's last step leads back here.
 * Context value: `{ entry, index }`; after the end `{ index }` for engine v1, `{}` for v3. Its memory is the next
 * index, and is cleared at the end, and by each item of a loop around it.
 */
export const loop = defineStepType({
  type: "loop",
  label: "Loop",
  summary: "Runs its steps once for each item of a list.",
  icon: "repeat",
  color: "step-loop",
  purpose: "decide",
  ports: { onSuccess: { label: "each item", role: "body" }, onFailure: { label: "when done", role: "next" } },
  line: [phrase("over {list}", ({ list }) => list)],
  outputs: [
    { path: ".entry", label: "the current item" },
    { path: ".index", label: "its position, starting at 0" },
  ],
  properties: z.object({
    list: z.string().min(1).register(property, {
      reads: "path",
      label: "List",
      help: "A path such as steps.getUsers.response.body, without ${}.",
    }),
  }),
  pure: true,
  memoryFrom: ({ took, output }) => (took === "onSuccess" ? (output as { index: number }).index + 1 : undefined),
  edits: { keep: "index", change: "entry" },
  story: [
    {
      message: 'The loop "{step}" reached {items, plural, one {# item} other {# items}}.',
      values: (facts) => (countTook(facts, "onFailure") > 0 ? undefined : { items: countTook(facts, "onSuccess") }),
    },
    {
      message: 'The loop "{step}" {items, plural, =0 {had no items} one {processed # item} other {processed # items}}.',
      values: (facts) => ({ items: countTook(facts, "onSuccess") }),
    },
  ],
  changesOutside: () => false,
  example: { list: "trigger.args.orders" },
  run({ properties: { list: path }, context, memory, engine }) {
    const list = readPath(context, path.replace(/^\$\{(.*)\}$/, "$1"), { shorthand: engine === "v1" });
    if (!Array.isArray(list)) return { took: "onFailure", error: `list: ${path} is not a list.`, reason: "noList" };
    const index = typeof memory === "number" ? memory : 0;
    return index < list.length
      ? { took: "onSuccess", output: { entry: list[index], index }, memory: index + 1 }
      : { took: "onFailure", output: engine === "v1" ? { index: list.length } : {} };
  },
});
