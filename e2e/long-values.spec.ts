import { expect, type Page } from "@playwright/test";
import { routeTo } from "../components/screens/screens.ts";
import { routesWith } from "./routes.ts";
import { send } from "./runs-page.ts";
import { test } from "./signed-in.ts";

const LONG = "w".repeat(10_000);
/** The maximum length of names on the server. */
const TITLE = "n".repeat(1000);
const NAME = "n".repeat(255);
const STEP = "s".repeat(200);

/** Objects with names and texts of maximum length. */
async function longThings(page: Page) {
  const formula = {
    name: TITLE,
    description: LONG,
    engine: "v3",
    triggers: [{ type: "manual", properties: {}, onSuccess: [STEP] }],
    configuration: [{ key: "text", name: TITLE, type: "value", required: false, description: LONG }],
    steps: [
      {
        name: STEP,
        type: "script",
        description: LONG,
        properties: {
          body: `console.log("${LONG}"); done({ "${LONG}": "${LONG}", list: [{ "${LONG}": "${LONG}" }] });`,
        },
        onSuccess: ["fails"],
      },
      {
        name: "fails",
        type: "script",
        properties: { body: `throw new Error("${LONG}");` },
      },
    ],
  };
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", { formula });
  const instance = { name: TITLE, active: true, configuration: { text: LONG }, settings: {} };
  const { id: formulaInstanceId } = await send<{ id: number }>(page, "formulaInstance.create", { formulaId, instance });
  const [run] = await send<{ id: number }[]>(page, "formulaInstance.run", {
    formulaInstanceId,
    payload: { text: LONG },
  });
  await send(page, "formulaInstance.try", { formulaInstanceId, formula, payload: {} });
  const element = await send<{ id: number }>(page, "elements.create", {
    name: TITLE,
    key: NAME,
    hub: "h".repeat(80),
    description: LONG,
    deprecated: TITLE,
    authentication: { type: "custom" },
    configuration: [{ key: "base.url", name: LONG, description: LONG, defaultValue: `https://${LONG}.test` }],
    resources: [{ method: "GET", path: `/${"p".repeat(900)}`, vendorPath: `/${LONG}`, description: LONG }],
    objects: [{ name: LONG, vendorName: `v${LONG}`, fields: [{ name: LONG, displayName: `d${LONG}` }] }],
  });
  const connection = await send<{ id: number }>(page, "connection.create", {
    elementKey: NAME,
    name: NAME,
    configuration: { "base.url": "https://example.com" },
  });
  const type = "t".repeat(255);
  const id = { fields: [{ path: "id", type: "string" }] };
  await send(page, "commonResource.create", { level: "organization", name: type, definition: id });
  const fields = [{ path: "f".repeat(1000), type, displayName: LONG }];
  await send(page, "commonResource.create", { level: "organization", name: NAME, definition: { fields } });
  const mapped = { path: "f".repeat(1000), type, vendorPath: "p".repeat(1000) };
  await send(page, "commonResource.save", {
    of: { level: "account", name: NAME, elementKey: "demobeacon" },
    transformation: { vendorName: "v".repeat(255), fields: [mapped] },
    newFields: [],
    basedOn: null,
  });
  return {
    ...{ formulaId, formulaInstanceId, executionId: run?.id ?? 0 },
    ...{ connectionId: connection.id, elementId: element.id },
  };
}

/** Elements that overflow their container without scrolling or clipping. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    /** An ancestor ends within the window, and hides or scrolls the overflow. */
    const isCut = (element: HTMLElement): boolean => {
      for (let around = element.parentElement; around; around = around.parentElement)
        if (getComputedStyle(around).overflowX !== "visible" && around.getBoundingClientRect().right <= innerWidth + 1)
          return around !== document.body;
      return false;
    };
    const root = document.documentElement;
    const broken = [...document.querySelectorAll<HTMLElement>("[data-badge]")].filter((badge) => {
      const lines = badge.clientHeight / Number.parseFloat(getComputedStyle(badge).lineHeight);
      return badge.checkVisibility() && (lines >= 2 || badge.scrollWidth > badge.clientWidth + 1);
    });
    const found = root.scrollWidth > root.clientWidth ? [`the page by ${root.scrollWidth - root.clientWidth}`] : [];
    for (const element of document.querySelectorAll<HTMLElement>("main *, header *, [role=dialog], [role=dialog] *")) {
      if (element.closest(".react-flow, .monaco-editor, .sr-only, svg, select, textarea") || !element.checkVisibility())
        continue;
      const box = element.getBoundingClientRect();
      if (box.right > window.innerWidth + 1 && !isCut(element))
        found.push(
          `${element.tagName} .${element.className} "${element.textContent?.slice(0, 20)}" ends at ${Math.round(box.right)}`,
        );
      // A panel must never scroll horizontally.
      if (["aside", "nav"].includes(element.localName) && element.scrollWidth > element.clientWidth)
        found.push(`${element.localName} by ${element.scrollWidth - element.clientWidth}`);
    }
    return [...found, ...broken.map((badge) => `badge "${badge.textContent}" is broken or cut`)].slice(0, 5);
  });

test("long names and values make no screen wider", async ({ workbench: page }) => {
  test.setTimeout(240_000);
  const { formulaId, formulaInstanceId, executionId, connectionId, elementId } = await longThings(page);
  const screens = [
    ...routesWith({ formulaId, formulaInstanceId, executionId, elementInstanceId: connectionId }),
    routeTo("design", { formulaId, step: STEP }),
    routeTo("design", { formulaId, tab: "outline", step: "fails", run: executionId }),
    routeTo("design", { formulaId, tab: "variables" }),
    routeTo("design", { formulaId, tab: "problems", step: "trigger" }),
    routeTo("run", { executionId, step: "trigger" }),
    routeTo("run", { executionId, step: STEP }),
    ...["resources", "objects", "versions", "documentation"].map((tab) =>
      routeTo("element", { elementKey: elementId, tab }),
    ),
    routeTo("connect", { elementKey: NAME }),
    routeTo("explorer", { connection: connectionId }),
    routeTo("importElement", { element: elementId }),
    routeTo("commonResource", { objectName: NAME }),
    routeTo("mapping", { objectName: NAME, element: "demobeacon", level: "account" }),
  ];
  for (const path of screens) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await page
      .getByText(/^Loading/)
      .first()
      .waitFor({ state: "detached" });
    for (const width of [1440, 390])
      await test.step(`${path.slice(0, 60)} at ${width}`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await expect.soft(page.getByRole("heading").first()).toBeAttached();
        expect.soft(await tooWide(page), `${path.slice(0, 60)} at ${width}`).toEqual([]);
        await page.screenshot({ path: `test-results/long-${screens.indexOf(path)}-${width}.png` });
        const close = page.getByRole("button", { name: "Close the inspector" });
        if (await close.isVisible()) await close.click({ trial: true });
      });
  }
});
