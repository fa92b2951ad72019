import { Failure } from "../../errors.ts";
import { comparisonsOf, type Where } from "../query/where.ts";
import { defineConverter } from "./converter.ts";

/**
 * `name = 'a' AND size = 3` as `name=a&size=3`. Operators are lost; a column that occurs more than once, such as for
 * the ends of a period or with IN, repeats its parameter.
 */
export const toQueryParameters = defineConverter({
  type: "toQueryParameters",
  summary: "A query parameter for each condition.",
  write(call, where) {
    refuseAny(where);
    const own = new Set<string>();
    for (const { attribute, operator, value } of comparisonsOf(where)) {
      if (value === null) throw new Failure("badRequest", `where: this element does not support ${operator}.`);
      const values = Array.isArray(value) && value.length === 1 ? value[0] : value;
      const before = own.has(attribute) ? call.query[attribute] : undefined;
      call.query[attribute] = before === undefined ? values : [before, values].flat();
      own.add(attribute);
    }
  },
});

function refuseAny(where: Where): void {
  if ("any" in where) throw new Failure("badRequest", "where: this element supports only AND, not OR.");
  if ("all" in where) for (const part of where.all) refuseAny(part);
}
