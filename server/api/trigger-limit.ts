/** Bytes of a trigger's data: it may be large. */
export const TRIGGER_LIMIT = 5 * 1024 * 1024;
