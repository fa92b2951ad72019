/** Converts a path below a step or a trigger to a part of its message key, in which dots have a meaning. */
export const outputKey = (path: string): string => `output${path.replaceAll(".", "/")}`;
