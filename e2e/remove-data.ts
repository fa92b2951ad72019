import { rmSync } from "node:fs";

/** The product of the browser tests had a data folder of its own. */
export default function removeData(): void {
  const folder = process.env.E2E_DATA_DIR;
  if (folder) rmSync(folder, { recursive: true, force: true });
}
