import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("does not log what libraries attach to their errors, and loses no line logged before the end", () => {
  const script = `
    import { openLog } from "#server/outside/log.ts";
    const cause = Object.assign(new Error("refused"), { code: "28P01", client: { secretKey: "top secret" } });
    openLog({ level: "info", name: "web" }).error({ err: new Error("no database", { cause }) }, "it failed");`;
  const line = execFileSync(process.execPath, ["--input-type=module-typescript", "-e", script], { encoding: "utf8" });
  expect(JSON.parse(line)).toMatchObject({
    process: "web",
    msg: "it failed",
    err: { message: "no database", cause: { message: "refused", code: "28P01" } },
  });
  expect(line).not.toContain("top secret");
});
