import { readFile } from "node:fs/promises";
import path from "node:path";
import { CHECKOUT } from "#server/checkout.ts";
import { withAddresses } from "./addresses.ts";
import { allPages, FILES } from "./pages.ts";

/** The pages as agents read them: Markdown. */
export const agentPages = {
  list: async () => (await allPages()).map(({ slug, title }) => ({ slug, title })),
  async read(slug: string): Promise<string | undefined> {
    const file = FILES.get(slug);
    return file === undefined ? undefined : withAddresses(await readFile(path.join(CHECKOUT, file), "utf8"));
  },
};
