import { type NodeHandle, Position } from "@xyflow/react";
import type { DraftStep, DraftTrigger, PartRef, Port } from "../model/draft.ts";
import { type PortLabel, portsOf, primaryPort } from "../model/graph.ts";
import { PART_SIZE } from "./layout.ts";

/** As in canvas.css: round, on the upper edge of a part and on the lower edge of its port labels. */
const SIZE = 10;
export const BORDER = 1;
const PORT_REACHES = 10;

/** The horizontal centers of the ports: the primary one below the center of the part, another one at its side. */
export function portCenters(
  ref: PartRef,
  part: DraftStep | DraftTrigger,
): { port: Port; x: number; word: PortLabel }[] {
  const primary = primaryPort(ref, part);
  return portsOf(ref, part).map(({ port, word }) => ({
    port,
    word,
    x: PART_SIZE.width * (port === primary ? 0.5 : port === "onFailure" ? SIDE : 1 - SIDE),
  }));
}

const SIDE = 0.83;

/**
 * The positions of a part's incoming and outgoing handles, relative to its upper left corner. With known positions,
 * React Flow need not render invisible parts to measure them.
 */
export function handlesOf(ref: PartRef, part: DraftStep | DraftTrigger): NodeHandle[] {
  const sources = portCenters(ref, part).map(({ port, x }) => handle("source", port, x, lowest));
  return "step" in ref ? [handle("target", null, PART_SIZE.width / 2, BORDER), ...sources] : sources;
}

const lowest = PART_SIZE.height - BORDER + PORT_REACHES;

const handle = (type: "source" | "target", id: string | null, x: number, y: number): NodeHandle => ({
  ...{ type, id, x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE },
  position: type === "target" ? Position.Top : Position.Bottom,
});
