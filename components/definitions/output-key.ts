/** A path below a step or a trigger as a part of the key of its message, where dots would mean something. */
export const outputKey = (path: string): string => `output${path.replaceAll(".", "/")}`;
