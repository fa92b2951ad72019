import { compileCommonResources } from "#server/common-resource/compile.ts";
import { transformationSchema } from "#server/common-resource/shape.ts";
import type { Row } from "../row.ts";

/** Twenty fields: texts, numbers, dates, some of an inner object, and a list of objects. */
const FIELDS = [
  ...lines(8, (n) => ({ path: `text${n}`, vendorPath: `t_${n}`, type: "string", vendorType: "string" })),
  ...lines(4, (n) => ({ path: `number${n}`, vendorPath: `n_${n}`, type: "integer", vendorType: "string" })),
  ...lines(4, (n) => ({ path: `address.line${n}`, vendorPath: `addr.inner.l_${n}` })),
  ...lines(2, (n) => ({ path: `date${n}`, vendorPath: `d_${n}`, type: "dateTime", vendorType: "dateTime" })),
  ...lines(2, (n) => ({ path: `phones[*].part${n}`, vendorPath: `tel[*].p_${n}` })),
];

const object = (seed: number) => ({
  ...Object.fromEntries(lines(8, (n) => [`t_${n}`, `text ${seed}`])),
  ...Object.fromEntries(lines(4, (n) => [`n_${n}`, String(seed + n)])),
  addr: { inner: Object.fromEntries(lines(4, (n) => [`l_${n}`, n])) },
  ...{ d_0: "2026-01-31T10:20:30Z", d_1: "2026-01-31T10:20:30Z", rest: seed },
  tel: lines(2, (n) => ({ p_0: n, p_1: seed })),
});
type Source = ReturnType<typeof object> & Record<string, unknown>;

/** The same mapping as plain code. */
const bare = (source: Source) => ({
  ...{ text0: source.t_0, text1: source.t_1, text2: source.t_2, text3: source.t_3 },
  ...{ text4: source.t_4, text5: source.t_5, text6: source.t_6, text7: source.t_7 },
  ...{
    number0: Number(source.n_0),
    number1: Number(source.n_1),
    number2: Number(source.n_2),
    number3: Number(source.n_3),
  },
  address: {
    ...{ line0: source.addr.inner.l_0, line1: source.addr.inner.l_1 },
    ...{ line2: source.addr.inner.l_2, line3: source.addr.inner.l_3 },
  },
  ...{ date0: new Date(source.d_0).toISOString(), date1: new Date(source.d_1).toISOString() },
  phones: source.tel.map(({ p_0, p_1 }) => ({ part0: p_0, part1: p_1 })),
});

const OBJECTS = 100_000;

/** The cost of mapping an object of twenty fields without a script, compared to plain code. */
export function mapping(): Row {
  const transformation = transformationSchema.parse({ vendorName: "people", fields: FIELDS });
  const resource = compileCommonResources([{ level: "organization", name: "contacts", transformation }]).get(
    "contacts",
  );
  if (!resource) throw new Error("The common resource was not compiled.");
  const floor = timed((source) => bare(source));
  const ours = timed((source) => resource.fromVendor.map(source));
  const notes = [`${ours.toFixed(1)} µs an object of 20 fields, by hand ${floor.toFixed(1)} µs`];
  return { name: "mapping", perSecond: 1e6 / ours, floorPerSecond: 1e6 / floor, notes };
}

/** Microseconds per object, after a warm-up. */
function timed(map: (source: Source) => unknown): number {
  const sources = lines(1000, (n) => object(n) as Source);
  const run = (count: number) => {
    for (let at = 0; at < count; at++) map(sources[at % sources.length] as Source);
  };
  run(OBJECTS / 5);
  const began = performance.now();
  run(OBJECTS);
  return ((performance.now() - began) * 1000) / OBJECTS;
}

function lines<Line>(count: number, make: (n: number) => Line): Line[] {
  return Array.from({ length: count }, (_, n) => make(n));
}
