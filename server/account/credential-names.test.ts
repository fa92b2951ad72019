import { expect, test } from "vitest";
import { shownAddress } from "./credential-names.ts";

test.each([
  ["https://a.example/in?token=hidden&x=1#y", "https://a.example/in?token=********&x=1#y"],
  ["https://a.example/in?x=1&api%5Fkey=hidden", "https://a.example/in?x=1&api%5Fkey=********"],
  ["https://ann:hidden@a.example/in", "https://********@a.example/in"],
  ["https://a.example/token=1/in?x=a@b", "https://a.example/token=1/in?x=a@b"],
  ["ann@a.example", "ann@a.example"],
  ["https://a.example/?%=1&secret=hidden", "https://a.example/?%=1&secret=********"],
])("the address %s is shown without credentials", (address, shown) => expect(shownAddress(address)).toBe(shown));
