import { expect, test } from "vitest";
import { parseDataPath, pathBelow, pathPart } from "./data-path.ts";

test.each(["a", "trailing ", " leading", "$", "$ref", "a.b", "it's", "[0]", "", "7", "Größe"])(
  "a field named %j is read back from its path",
  (name) => {
    expect(parseDataPath(pathPart(name))).toEqual([name]);
    expect(parseDataPath(`list[*].${pathPart(name)}`).at(-1)).toBe(name);
    expect(parseDataPath(pathBelow("", name))).toEqual([name]);
    expect(parseDataPath(pathBelow("inner", name))).toEqual(["inner", name]);
  },
);
