import { expect, type Page } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { send } from "./runs-page.ts";
import { test } from "./signed-in.ts";

/** The word that identifies a text, at its beginning. */
const FIRST = "تقرير";
/** Names of steps that do not fit into their boxes on the canvas. */
const STEP = `${FIRST} ${"لجميع الفروع ".repeat(8)}`.trim();
const LOOP = `${FIRST} ${"لكل فرع في ".repeat(9)}`.trim();
const LONG = `${FIRST} "اليومي" ${"لجميع الفروع في المملكة ".repeat(8)}`.trim();

/** Texts that begin with the word, which is beyond what their box shows. */
const withoutBeginning = (page: Page) =>
  page.evaluate((first) => {
    const cut: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: parent } = text;
      const at = text.nodeValue?.search(/\S/) ?? -1;
      if (!parent?.checkVisibility() || !text.nodeValue?.trim().startsWith(first)) continue;
      if (parent.closest(".monaco-editor, .sr-only, script, option, textarea")) continue;
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + first.length);
      const { left, right } = range.getBoundingClientRect();
      for (let around: HTMLElement | null = parent; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === "visible") continue;
        const box = around.getBoundingClientRect();
        if (left < box.left - 1 || right > box.right + 1)
          cut.push(`${parent.localName}.${parent.className} in ${around.localName}.${around.className}`);
      }
    }
    return [...new Set(cut)].slice(0, 5);
  }, FIRST);

test("a name that runs from right to left shows its beginning", async ({ workbench: page }) => {
  test.setTimeout(240_000);
  const formula = {
    name: LONG,
    description: LONG,
    engine: "v3",
    triggers: [{ type: "manual", properties: {}, onSuccess: [LOOP] }],
    steps: [
      { name: LOOP, type: "loop", properties: { list: "trigger.args.list" }, onSuccess: [STEP] },
      {
        name: STEP,
        type: "script",
        properties: { body: `throw new Error(${JSON.stringify(LONG)});` },
        onSuccess: [LOOP],
      },
    ],
  };
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", { formula });
  const instance = { name: LONG, active: true, configuration: {}, settings: {} };
  const { id: formulaInstanceId } = await send<{ id: number }>(page, "formulaInstance.create", { formulaId, instance });
  const [run] = await send<{ id: number }[]>(page, "formulaInstance.run", {
    formulaInstanceId,
    payload: { list: [1] },
  });
  const executionId = run?.id ?? 0;
  const paths = [
    routeTo("home"),
    routeTo("formulas"),
    routeTo("formula", { formulaId }),
    routeTo("formulaInstance", { formulaId, formulaInstanceId }),
    routeTo("runs"),
    routeTo("run", { executionId }),
    routeTo("design", { formulaId, step: STEP }),
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByText(FIRST).filter({ visible: true }).first()).toBeVisible();
    for (const width of [1440, 390])
      await test.step(`${path} at ${width}`, async () => {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await withoutBeginning(page), `${path} at ${width}`).toEqual([]);
        await page.screenshot({ path: `test-results/right-to-left-${paths.indexOf(path)}-${width}.png` });
      });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(routeTo("design", { formulaId, step: STEP }));
  const box = page.getByRole("group", { name: new RegExp(`^Step .?${STEP}`) });
  await expect(box).toBeVisible();
  const sizeOf = async (selector: string, side: "offsetWidth" | "offsetHeight") =>
    Math.max(
      ...(await page
        .locator(selector)
        .evaluateAll((labels, of) => labels.map((label) => (label as HTMLElement)[of]), side)),
    );
  const width = await box.evaluate((element: HTMLElement) => element.offsetWidth);
  expect(await sizeOf("[data-from]", "offsetWidth"), "labels of arrows are narrower than a box").toBeLessThan(width);
  expect(await sizeOf("[data-loop] span", "offsetHeight"), "the name of a frame has one line").toBeLessThan(24);
});
