"use client";

/**
 * Whether a GET of this address of our own succeeds. The body is read to its end, though nobody needs it: a browser keeps
 * the connection of a response that nobody reads.
 */
export async function isOk(path: string): Promise<boolean> {
  try {
    const response = await fetch(path, { cache: "no-store" });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
