import { type NodeHandle, Position } from "@xyflow/react";
import type { DraftStep, DraftTrigger, PartRef } from "../model/draft.ts";
import { portsOf } from "../model/graph.ts";
import { PART_SIZE } from "./layout.ts";

/** As in canvas.css: round, on the upper edge of a part and on the lower edge of its port labels. */
const SIZE = 10;
const BORDER = 1;
const ASIDE = 8;
const PORT_REACHES = 10;

/**
 * The positions of a part's incoming and outgoing handles, relative to its upper left corner; ports share its width
 * evenly. With known positions, React Flow need not render invisible parts to measure them.
 */
export function handlesOf(ref: PartRef, part: DraftStep | DraftTrigger): NodeHandle[] {
  const ports = portsOf(ref, part);
  const width = PART_SIZE.width - 2 * (BORDER + ASIDE);
  const sources = ports.map(({ port }, index) =>
    handle("source", port, BORDER + ASIDE + (width * (index + 0.5)) / ports.length, lowest),
  );
  return "step" in ref ? [handle("target", null, PART_SIZE.width / 2, BORDER), ...sources] : sources;
}

const lowest = PART_SIZE.height - BORDER + PORT_REACHES;

const handle = (type: "source" | "target", id: string | null, x: number, y: number): NodeHandle => ({
  ...{ type, id, x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE },
  position: type === "target" ? Position.Top : Position.Bottom,
});
