/** Bytes, or the UTF-8 bytes of a text, in base64. */
export function base64(content: string | Uint8Array): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Base64 without padding, in the URL-safe alphabet (RFC 4648 §5). */
export const base64Url = (content: string | Uint8Array): string =>
  base64(content).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
