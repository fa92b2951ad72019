import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { onDatabase } from "./on-database.ts";

test("its data is deleted when the process that started it is killed", async () => {
  const script = `
    import { startTemporaryPostgres } from ${JSON.stringify(path.join(import.meta.dirname, "temporary-postgres.ts"))};
    console.log((await startTemporaryPostgres()).adminUrl);
    setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ["--input-type=module-typescript", "--eval", script]);
  const [adminUrl] = await once(starter.stdout, "data");
  const folder = await onDatabase(String(adminUrl).trim(), async (client) => {
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    return path.dirname(rows[0]?.data_directory ?? "");
  });
  expect([path.basename(folder), existsSync(folder)]).toEqual([expect.stringMatching(/^formulary-test-/), true]);
  starter.kill("SIGKILL");
  await expect.poll(() => existsSync(folder)).toBe(false);
});
