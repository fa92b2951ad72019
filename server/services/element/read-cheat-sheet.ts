import { cheatSheet } from "#server/element/docs/cheat-sheet.ts";
import { type ElementReader, findElement } from "./find-element.ts";
import { wholeOf } from "./present-element.ts";

/** A page for people about an element: how to connect it, and its operations. */
export const readCheatSheet = async (ctx: ElementReader, keyOrId: string) =>
  cheatSheet(wholeOf(await findElement(ctx, keyOrId)));
