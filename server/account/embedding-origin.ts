const FORM = /^https?:\/\/(?:[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?|\[[\da-f:]{2,45}\])(?::\d{1,5})?$/;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The origin of pages that embed ours: https, or http on the same machine. Undefined for anything else, such as an
 * address with a path, or characters that mean something in a Content-Security-Policy.
 */
export function embeddingOrigin(text: string): string | undefined {
  const url = FORM.test(text) ? URL.parse(text) : null;
  const isSecure = url && (url.protocol === "https:" || LOOPBACK.test(url.hostname));
  return isSecure ? url.origin : undefined;
}
