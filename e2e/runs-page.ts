import { expect, type Locator, type Page } from "@playwright/test";

export const provider = `http://localhost:${process.env.E2E_PROVIDER_PORT}`;
export const MANUAL = (first: string) => [{ type: "manual", properties: {}, onSuccess: [first] }];
export const script = (name: string, body: string, ...onSuccess: string[]) => ({
  name,
  type: "script",
  properties: { body },
  onSuccess,
});

/** Sends a request to the server as the code of the screens does. */
export async function send<Reply>({ request }: Page, path: string, input: object): Promise<Reply> {
  const reply = await request.post(`/api/trpc/${path}`, { data: input });
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()).result.data as Reply;
}

/** The id of a connection. */
export async function connectionCalled({ request }: Page, name: string): Promise<number> {
  const reply = await request.get("/api/trpc/connection.names");
  const connections: { id: number; name: string }[] = (await reply.json()).result.data;
  return connections.find((connection) => connection.name === name)?.id ?? 0;
}

/** Creates a formula with an instance and runs it; returns the ids. */
export async function aRun(page: Page, formula: object, payload: object = {}) {
  const { formulaId } = await send<{ formulaId: number }>(page, "design.create", {
    formula: { engine: "v3", ...formula },
  });
  const instance = { name: "Of the test", active: true };
  const { id: formulaInstanceId } = await send<{ id: number }>(page, "formulaInstance.create", { formulaId, instance });
  return { formulaId, formulaInstanceId, ...(await again(page, formulaInstanceId, payload)) };
}

export async function again(page: Page, formulaInstanceId: number, payload: object = {}) {
  const [run] = await send<{ id: number }[]>(page, "formulaInstance.run", { formulaInstanceId, payload });
  return { id: run?.id ?? 0 };
}

export const state = (page: Page, status: string): Locator =>
  page.locator(`h1 ~ div [data-run-status=${status}]`).first();
export const step = (page: Page, name: string): Locator =>
  page.getByRole("table").locator(`[data-step-name="${name}"]`);
export const values = (page: Page, name: string): Locator => page.getByRole("region", { name: `Values of ${name}` });

/** Opens one tab of a step's values. */
export async function openTab(shown: Locator, name: string): Promise<void> {
  const tab = shown.getByRole("tab", { name });
  await tab.click();
  await expect(tab).toHaveAttribute("aria-selected", "true");
  // For a moment the panel of the previous tab exists as well.
  await expect(shown.getByRole("tabpanel")).toHaveCount(1);
}

/** Formulas whose runs have different states. */
export const FORMULAS = {
  /** The provider refuses it, and the run continues with the failure branch. */
  failing: {
    name: "Sends an order",
    triggers: MANUAL("make"),
    steps: [
      script("make", "done({ id: trigger.args.id ?? 1 });", "send"),
      {
        name: "send",
        type: "httpRequest",
        properties: {
          method: "POST",
          url: `${provider}/nothing`,
          body: { order: "${steps.make.id}" },
          headers: { authorization: "Bearer a-secret-of-the-test" },
        },
        onSuccess: ["after"],
        onFailure: ["tell"],
      },
      script("after", "done({});"),
      script("tell", 'console.log("it went wrong"); done({ told: true });'),
    ],
  },
  /** The eighth of its items has no name. */
  looping: {
    name: "Greets everybody",
    triggers: MANUAL("each"),
    steps: [
      { name: "each", type: "loop", properties: { list: "trigger.args.items" }, onSuccess: ["greet"] },
      {
        ...script(
          "greet",
          'if (steps.each.entry.name === null) throw new Error("no name"); done({ at: steps.each.index });',
          "each",
        ),
        onFailure: ["each"],
      },
    ],
  },
  /** The provider responds after a minute. */
  slow: {
    name: "Creates an invoice",
    triggers: MANUAL("make"),
    steps: [
      script("make", "done({ id: 1 });", "createInvoice"),
      {
        name: "createInvoice",
        type: "httpRequest",
        properties: { method: "POST", url: `${provider}/slow?ms=60000`, body: { order: "${steps.make.id}" } },
        onSuccess: ["after"],
      },
      script("after", "done({});"),
    ],
  },
  waiting: {
    name: "Tries again",
    triggers: MANUAL("ask"),
    steps: [
      {
        name: "ask",
        type: "httpRequest",
        properties: { method: "GET", url: `${provider}/nothing` },
        onFailure: ["again"],
      },
      { name: "again", type: "retryFormulaExecution", properties: { retryAttempts: 5 } },
    ],
  },
  inner: {
    name: "Inner",
    triggers: MANUAL("one"),
    steps: [script("one", "done({ x: 1 });", "two"), script("two", "done({ of: steps.one.x });")],
  },
};

/** Twelve items, of which the eighth has no name. */
export const ITEMS = { items: Array.from({ length: 12 }, (_, n) => ({ name: n === 7 ? null : `n${n}` })) };

/** Outputs two values that are too large for a row, and for one part on the page. */
const large = script(
  "big",
  'done({ text: "x".repeat(300 * 1024) + "end", list: Array.from({ length: 9000 }, (_, n) => ({ name: `n${n}`, of: "a long list" })) });',
);

export const OUTPUTS_LARGE = { name: "Outputs large values", triggers: MANUAL("big"), steps: [large] };

/** Receives a large input, and writes more to the console than one part on the page. */
export const PRINTS_LARGE = {
  name: "Prints large values",
  triggers: MANUAL("print"),
  steps: [
    script(
      "print",
      'for (let n = 0; n < 195; n++) console.log(`line ${n} ` + "x".repeat(1900)); done({ items: trigger.args.items.length });',
    ),
  ],
};
export const LARGE_INPUT = { items: Array.from({ length: 10_000 }, (_, n) => ({ name: `n${n}`, of: "y".repeat(80) })) };

/** Runs the given formula, then outputs large values. */
export const outer = (formulaId: number) => ({
  name: "Outer",
  triggers: MANUAL("call"),
  steps: [{ name: "call", type: "formula", properties: { formulaId }, onSuccess: ["big"] }, large],
});
