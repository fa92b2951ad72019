import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { PICTURES_FOLDER } from "../server/documentation/pictures.ts";

const FOLDER = path.resolve(import.meta.dirname, "..", PICTURES_FOLDER);
const QUALITY = 80;

/** Whether this run draws the pictures of the documentation (`npm run pictures`) besides testing. */
export const isDrawing = process.env.DRAW_PICTURES !== undefined;

/** The window of the pictures. */
export const PICTURE_SIZE = { width: 1440, height: 900 };

/** Draws the window as a picture of the documentation, without toasts. */
export async function drawPicture(page: Page, name: string): Promise<void> {
  if (!isDrawing) return;
  const style = await page.addStyleTag({
    content: "[data-toasts] { visibility: hidden } * { caret-color: transparent }",
  });
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await devTools.detach();
  await style.evaluate((element) => element.parentNode?.removeChild(element));
  await writeFile(path.join(FOLDER, `${name}.webp`), Buffer.from(data, "base64"));
}
