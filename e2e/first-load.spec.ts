import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { catalogFor } from "../server/catalog/registry.ts";
import { openDraft, PARTS } from "./builder-page.ts";
import { PUBLIC_TITLES, routesWith } from "./routes.ts";
import { test } from "./signed-in.ts";

/** In KB of compressed script that a page names in its HTML. Editors, dialogs and canvases are loaded after it. */
const MOST_KB = 330;

/** With what a part of the builder loads right after its page: its form, and the rules that check the draft. */
const MOST_OF_PART_KB = 400;

/** Each screen once. The page of an earlier sign-in address has no script. */
const ADDRESSES = [...routesWith({}), ...Object.keys(PUBLIC_TITLES)].filter((address) => !address.endsWith(".jsp"));

test(`every screen opens with at most ${MOST_KB} KB of script, without Monaco, compiled in advance`, async ({
  workbench: page,
}) => {
  const sizes = new Map<string, number>();
  const editors = new Set<string>();
  const withoutHint: string[] = [];
  async function read(src: string) {
    const body = await (await page.request.get(src)).body();
    sizes.set(src, gzipSync(body).length / 1024);
    if (body.includes("MonacoEnvironment")) editors.add(src);
    if (!body.toString().startsWith("//# allFunctionsCalledOnLoad\n")) withoutHint.push(src);
  }
  const loads: [address: string, kilobytes: number, editors: number][] = [];
  for (const address of ADDRESSES) {
    const html = await (await page.request.get(address)).text();
    const tags = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/nomodule/i.test(tag));
    const scripts = tags.flatMap((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? []);
    await Promise.all(scripts.filter((src) => !sizes.has(src)).map(read));
    const kilobytes = scripts.reduce((sum, src) => sum + (sizes.get(src) ?? 0), 0);
    loads.push([address, Math.round(kilobytes), scripts.filter((src) => editors.has(src)).length]);
  }
  test.info().annotations.push({ type: "script", description: loads.map(([at, size]) => `${at} ${size}`).join(", ") });
  expect(loads.filter(([, kilobytes]) => kilobytes < 100)).toEqual([]);
  expect(withoutHint).toEqual([]);
  expect(loads.filter(([, kilobytes, editors]) => kilobytes > MOST_KB || editors > 0)).toEqual([]);
});

test(`each part of the element builder is complete with at most ${MOST_OF_PART_KB} KB of script`, async ({
  workbench: page,
}) => {
  const [element] = catalogFor({ demoProviderUrl: "http://localhost:1" });
  await openDraft(page, { ...element, key: `weighed${Date.now()}` }, "part=info");
  const draft = new URL(page.url()).searchParams.get("draft");
  const sizes = new Map<string, number>();
  const loads: [part: string, kilobytes: number][] = [];
  for (const part of PARTS) {
    await page.goto(`/elements/new/build?draft=${draft}&part=${part}`);
    await page.waitForLoadState("networkidle");
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .flatMap(({ name }) => (new URL(name).pathname.endsWith(".js") ? name : [])),
    );
    for (const src of scripts.filter((one) => !sizes.has(one)))
      sizes.set(src, gzipSync(await (await page.request.get(src)).body()).length / 1024);
    loads.push([part, Math.round([...new Set(scripts)].reduce((sum, src) => sum + (sizes.get(src) ?? 0), 0))]);
  }
  test.info().annotations.push({ type: "script", description: loads.map(([at, size]) => `${at} ${size}`).join(", ") });
  expect(loads.filter(([, kilobytes]) => kilobytes < 200 || kilobytes > MOST_OF_PART_KB)).toEqual([]);
});
