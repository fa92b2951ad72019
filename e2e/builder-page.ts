import { expect, type Page } from "@playwright/test";

/** The parts of an element, as addresses name them. */
export const PARTS = [
  "info",
  "properties",
  "authentication",
  "configuration",
  "hooks",
  "events",
  "resources",
  "models",
  "objects",
] as const;

/** Opens the builder with the draft of a new element that has these fields. */
export async function openDraft(page: Page, element: object, query: string): Promise<void> {
  const draft = { name: "Acme", description: "For a test.", hub: "crm", authentication: { type: "basic" }, ...element };
  const data = { elementId: null, basedOn: null, draft: null, element: draft };
  const reply = await page.request.post("/api/trpc/builder.keep", { data });
  expect(reply.ok(), await reply.text()).toBe(true);
  const { id } = (await reply.json()).result.data;
  await page.goto(`/elements/new/build?draft=${id}&${query}`);
  // Shortcuts of the builder work once it has loaded the draft.
  await expect(page.getByRole("navigation", { name: "Parts of the element" })).toBeVisible();
}
