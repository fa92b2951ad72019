const MAX_LENGTH = 2000;
const BASE = "https://here.invalid";

/** A path of the Workbench begins with a word. All known ways to another site need another character there. */
const OURS = /^\/(?:$|[\w?#-])/;

/**
 * Decides where a person may be redirected; no other function does. Returns a path of this installation, normalized;
 * undefined for anything that a browser could take for another site, another scheme or a script.
 * Both the text and its normal form are checked, since `/a/..//elsewhere.example` becomes `//elsewhere.example`.
 */
export function returnPath(wanted: string | null | undefined): string | undefined {
  if (!wanted || wanted.length > MAX_LENGTH || !OURS.test(wanted)) return undefined;
  const url = URL.parse(wanted, BASE);
  if (url?.origin !== BASE || !OURS.test(url.pathname)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
