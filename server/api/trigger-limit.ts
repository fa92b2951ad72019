/** Bytes of what starts a formula: it may be large. */
export const TRIGGER_LIMIT = 5 * 1024 * 1024;
