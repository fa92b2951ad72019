/** Replaces secrets in anything that is shown. In a file of its own, because browsers need no masker. */
export const MASK = "********";
