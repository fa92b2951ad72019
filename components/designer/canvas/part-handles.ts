import { type NodeHandle, Position } from "@xyflow/react";
import type { DraftStep, DraftTrigger, PartRef, Port } from "../model/draft.ts";
import { type PortLabel, portsOf, primaryPort } from "../model/graph.ts";
import { PART_SIZE } from "./layout.ts";

/** As in canvas.css: round, on the upper edge of a part and on the lower edge of its port labels. */
const SIZE = 10;
export const BORDER = 1;
const PORT_REACHES = 10;

/**
 * The horizontal positions of the ports: the primary one below the center of the part, another one at its side. `share`
 * is the part of its label to the left of it: labels at a side extend outward, so that two long ones do not overlap.
 */
export function portCenters(
  ref: PartRef,
  part: DraftStep | DraftTrigger,
): { port: Port; x: number; share: number; word: PortLabel }[] {
  const primary = primaryPort(ref, part);
  return portsOf(ref, part).map(({ port, word }) => {
    const side = port === primary ? CENTER : port === "onFailure" ? RIGHT : LEFT;
    return { port, word, x: PART_SIZE.width * side.at, share: side.share };
  });
}

const CENTER = { at: 0.5, share: 0.5 };
const RIGHT = { at: 0.83, share: 0.28 };
const LEFT = { at: 1 - RIGHT.at, share: 1 - RIGHT.share };

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
