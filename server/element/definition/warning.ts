/** Why requests of an element would fail, and the position of the problem. The element can be saved nevertheless. */
export type ElementWarning = {
  /** For an entry of the configuration that is missing, its key is in the place of its position. */
  path: (string | number)[];
  message: string;
  /** The message for the builder: its key and values. */
  reason?: { key: "brokenScript" | "missingSetting" | "noChoice" | "noKeyParameter"; values: Record<string, string> };
};
