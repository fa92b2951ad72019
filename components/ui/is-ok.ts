"use client";

/**
 * Whether a GET request to one of our own addresses succeeds. The unused body is read to its end, because browsers keep
 * the connection of an unread response open.
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
