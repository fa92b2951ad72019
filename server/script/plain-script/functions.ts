import {
  asJson,
  DEEPEST,
  isPlain,
  lengthOf,
  needsEngine,
  number,
  type Plain,
  plain,
  plainObject,
  type Room,
  take,
} from "./room.ts";

type Call = { arguments: [least: number, most: number]; call: (values: unknown[], room: Room) => unknown };

const ofNumbers = (call: (...numbers: number[]) => number, most = 1): Call => ({
  arguments: [1, most],
  call: (values) => call(...values.map(number)),
});
const ofPlain = (call: (value: Plain) => Plain): Call => ({
  arguments: [1, 1],
  call: ([value]) => call(plain(value)),
});
const ofEntries = (call: (entries: [string, unknown][]) => unknown): Call => ({
  arguments: [1, 1],
  call([value], room) {
    const entries = Object.entries(plainObject(value));
    take(room, entries.length);
    // In JSON there is none, so the engine might not see it.
    return entries.some(([, inner]) => inner === undefined) ? needsEngine() : call(entries);
  },
});

/** The functions that plain scripts may call. Each means the same in every JavaScript engine for what it accepts. */
export const FUNCTIONS = {
  "Math.round": ofNumbers(Math.round),
  "Math.floor": ofNumbers(Math.floor),
  "Math.ceil": ofNumbers(Math.ceil),
  "Math.trunc": ofNumbers(Math.trunc),
  "Math.abs": ofNumbers(Math.abs),
  "Math.min": ofNumbers(Math.min, 20),
  "Math.max": ofNumbers(Math.max, 20),
  "Array.isArray": { arguments: [1, 1], call: ([value]) => Array.isArray(value) },
  "Object.keys": ofEntries((entries) => entries.map(([name]) => name)),
  "Object.values": ofEntries((entries) => entries.map(([, value]) => value)),
  "Object.entries": ofEntries((entries) => entries),
  "JSON.stringify": {
    arguments: [1, 1],
    call([value], room) {
      if (value === undefined) return undefined;
      const json = JSON.stringify(asJson(value, room, DEEPEST));
      take(room, json.length);
      return json;
    },
  },
  Boolean: { arguments: [1, 1], call: ([value]) => Boolean(value) },
  Number: ofPlain(Number),
  String: {
    arguments: [1, 1],
    call([value], room) {
      if (isPlain(value)) take(room, lengthOf(value));
      return String(plain(value));
    },
  },
} satisfies Record<string, Call>;

export type FunctionName = keyof typeof FUNCTIONS;

export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name);

/** The number of arguments that a function accepts, and what it does with them. */
export const functionCalled = (name: FunctionName): Call => FUNCTIONS[name];
