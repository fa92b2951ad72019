import compile from "icu-minify/compile";
import format from "icu-minify/format";
import { expect, test } from "vitest";
import { pseudo } from "./pseudo.ts";

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};

const formatted = (message: string, values: Parameters<typeof format<string>>[2] = {}) =>
  format<string>(pseudo(compile(message)), "en-XA", values, { formatters });

test.each([
  ["Home", {}, "⟦Ĥööɱéé⟧"],
  ["Replace {name} everywhere", { name: "Beacon CRM" }, "⟦Ŕééþļååçéé Beacon CRM ééṽééŕýŵĥééŕéé⟧"],
  ["{count, plural, one {# run} other {# runs}}", { count: 1 }, "⟦1 ŕûûñ⟧"],
  ["{count, plural, =0 {none} one {# run} other {# runs}}", { count: 0 }, "⟦ñööñéé⟧"],
  ["{count, plural, one {# run} other {# runs}} of {name}", { count: 1200, name: "Ada" }, "⟦1,200 ŕûûñš ööƒ Ada⟧"],
  ["{rank, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", { rank: 2 }, "⟦2ñð⟧"],
  ["{state, select, on {On} other {Off}}", { state: "on" }, "⟦Öñ⟧"],
  ["{share, number, ::percent}", { share: 0.5 }, "⟦50%⟧"],
  [
    "Read <b>the <i>log</i></b>",
    { b: (parts: unknown[]) => `[${parts.join("")}]`, i: (parts: unknown[]) => `(${parts.join("")})` },
    "⟦Ŕééååð [ţĥéé (ļööĝ)]⟧",
  ],
  ["Write '{'name'}'", {}, "⟦Ŵŕîîţéé {ñååɱéé}⟧"],
  ["", {}, ""],
])("formats %j with %j as %s", (message, values, words) => {
  expect(formatted(message, values as never)).toBe(words);
});
