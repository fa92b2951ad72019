import { lengthOf, needsEngine, number, plain, type Room, take, text } from "./room.ts";

/**
 * The arguments of a method, and the room for its work; `each` is its first argument if that is a function. The lengths of texts,
 * and of the list unless there is a function, have been taken from the room.
 */
export type Passed = { each: (...values: unknown[]) => unknown; values: unknown[]; room: Room };

type Method = {
  /** The parameters that its function may have; without it, the method gets none. */
  parameters?: number;
  /** The number of its other arguments. */
  arguments: [least: number, most: number];
  ofList?: (list: unknown[], passed: Passed) => unknown;
  ofText?: (of: string, passed: Passed) => unknown;
};

const withFunction = (ofList: NonNullable<Method["ofList"]>): Method => ({ parameters: 2, arguments: [0, 0], ofList });

const ofPart = (ofText: (of: string, part: string) => unknown): Method => ({
  arguments: [1, 1],
  ofText: (of, { values: [part] }) => ofText(of, text(part)),
});

/** Engines know different versions of Unicode. */
const ofAscii = (ofText: (of: string) => string): Method => ({
  arguments: [0, 0],
  ofText: (of) => (ASCII.test(of) ? ofText(of) : needsEngine()),
});

const ASCII = /^[\x00-\x7f]*$/;

/** The methods that plain scripts may call. Each means the same in every JavaScript engine for what it accepts. */
export const METHODS = {
  map: withFunction((list, { each }) => list.map((item, index) => each(item, index))),
  filter: withFunction((list, { each }) => list.filter((item, index) => each(item, index))),
  find: withFunction((list, { each }) => list.find((item, index) => each(item, index))),
  findIndex: withFunction((list, { each }) => list.findIndex((item, index) => each(item, index))),
  some: withFunction((list, { each }) => list.some((item, index) => each(item, index))),
  every: withFunction((list, { each }) => list.every((item, index) => each(item, index))),
  flatMap: withFunction((list, { each, room }) =>
    list.flatMap((item, index) => {
      const part = each(item, index);
      if (Array.isArray(part)) take(room, part.length);
      return part;
    }),
  ),
  reduce: {
    parameters: 3,
    // Without an initial value an empty list is an error.
    arguments: [1, 1],
    ofList: (list, { each, values: [initial] }) =>
      list.reduce((before, item, index) => each(before, item, index), initial),
  },
  join: {
    arguments: [0, 1],
    ofList(list, { values: [separator = ","], room }) {
      const between = text(separator);
      for (const item of list) take(room, lengthOf(plain(item)) + between.length);
      return list.join(between);
    },
  },
  includes: {
    arguments: [1, 1],
    ofList: (list, { values: [value] }) => list.includes(plain(value)),
    ofText: (of, { values: [part] }) => of.includes(text(part)),
  },
  indexOf: {
    arguments: [1, 1],
    ofList: (list, { values: [value] }) => list.indexOf(plain(value)),
    ofText: (of, { values: [part] }) => of.indexOf(text(part)),
  },
  slice: {
    arguments: [0, 2],
    ofList: (list, { values }) => list.slice(...values.map(number)),
    ofText: (of, { values }) => of.slice(...values.map(number)),
  },
  substring: { arguments: [1, 2], ofText: (of, { values: [from, to] }) => of.substring(number(from), endOf(to)) },
  split: ofPart((of, separator) => of.split(separator)),
  startsWith: ofPart((of, part) => of.startsWith(part)),
  endsWith: ofPart((of, part) => of.endsWith(part)),
  toLowerCase: ofAscii((of) => of.toLowerCase()),
  toUpperCase: ofAscii((of) => of.toUpperCase()),
  trim: ofAscii((of) => of.trim()),
} satisfies Record<string, Method>;

const endOf = (to: unknown) => (to === undefined ? undefined : number(to));

export type MethodName = keyof typeof METHODS;

export const isMethodName = (name: string): name is MethodName => Object.hasOwn(METHODS, name);

export const methodCalled = (name: MethodName): Method => METHODS[name];
