import { test } from "@playwright/test";
import { chart } from "./bench/chart.ts";
import { readHistory } from "./bench/history.ts";
import { drawPicture } from "./pictures.ts";

test("draws the history of the benchmark", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 620 });
  await page.setContent(chart(readHistory()));
  await drawPicture(page, "bench-history");
});
