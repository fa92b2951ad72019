import { type AsyncZippable, zip } from "fflate";
import type { ChosenFile } from "../ui/chosen-files.ts";

/** These files as one zip file, each at its path. */
export async function zipped(files: readonly ChosenFile[]): Promise<Blob> {
  const entries: AsyncZippable = Object.fromEntries(
    await Promise.all(files.map(async ({ file, path }) => [path, new Uint8Array(await file.arrayBuffer())] as const)),
  );
  const bytes = await new Promise<Uint8Array>((resolve, reject) =>
    zip(entries, { level: 1 }, (error, result) => (error ? reject(error) : resolve(result))),
  );
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/zip" });
}
