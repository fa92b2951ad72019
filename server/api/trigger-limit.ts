/** The maximum size of a trigger's data in bytes. */
export const TRIGGER_LIMIT = 5 * 1024 * 1024;
