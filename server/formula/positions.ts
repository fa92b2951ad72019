import { z } from "zod";

const coordinate = z.number().min(-1_000_000).max(1_000_000);

/** Where people moved the parts of a formula on the canvas, by the id of the part. */
export const positions = z
  .record(z.string().max(2000), z.object({ x: coordinate, y: coordinate }))
  .refine((moved) => JSON.stringify(moved).length <= 200_000, "must not be larger than 200 KB");

export type Positions = z.infer<typeof positions>;
