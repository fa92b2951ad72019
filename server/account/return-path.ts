const MAX_LENGTH = 2000;
const BASE = "https://here.invalid";

/** A path of the Workbench begins with a word. Every known way to another site needs something else there. */
const OURS = /^\/(?:$|[\w?#-])/;

/**
 * The one function that decides where a person may be sent back to: a path of this installation, normalized; undefined
 * for anything that a browser could take for another site, another scheme or a script.
 *
 * Both the text and its normal form are checked, since `/a/..//elsewhere.example` becomes `//elsewhere.example`.
 */
export function returnPath(wanted: string | null | undefined): string | undefined {
  if (!wanted || wanted.length > MAX_LENGTH || !OURS.test(wanted)) return undefined;
  const url = URL.parse(wanted, BASE);
  if (url?.origin !== BASE || !OURS.test(url.pathname)) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
