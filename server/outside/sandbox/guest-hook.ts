import { HOOK_VARIABLES } from "../../element/hooks/hook-variable-names.ts";

/**
 * The environment of a hook besides the language: its variables, as read-only bindings that request their value from
 * the host when first read, and the few functions of Nashorn that older hooks use. All of it is one object that the
 * harness puts behind `globalThis` when a hook starts, so that scripts never see it.
 */
const scope: Record<string, unknown> = {};

const { defineProperty } = Object;
const { parse } = JSON;
const { __read: read } = globalThis as unknown as { __read: (root: string, name: string) => string };

function define(name: string): void {
  let isRead = false;
  let value: unknown;
  const binding: PropertyDescriptor = {
    get() {
      if (isRead) return value;
      isRead = true;
      const text = read("hook", name);
      // Variables that do not exist at this stage are undefined, such as the response before the request.
      if (text !== "") value = parse(text);
      return value;
    },
    set() {
      throw new TypeError(`${name} is read-only: copy it before you change it.`);
    },
    configurable: true,
  };
  defineProperty(scope, name, Object.setPrototypeOf(binding, null));
}

for (const name of HOOK_VARIABLES) define(name);

/** Undocumented names, separated by commas. */
function offer(names: string): void {
  if (names !== "") for (const name of names.split(",")) define(name);
}

function refuse(what: string): never {
  throw new Error(
    `${what} is not available: hooks run without Java. Use Date, require('moment') or require('lodash').`,
  );
}

const copy = (list: Iterable<unknown> | ArrayLike<unknown> | null | undefined) => (list ? Array.from(list) : list);
scope.Java = { from: copy, to: copy, type: (name: unknown) => refuse(`Java.type('${String(name)}')`) };
for (const root of ["Packages", "java", "javax"]) {
  scope[root] = new Proxy({}, { get: (_, name) => refuse(`${root}.${String(name)}`) });
}

Object.assign(globalThis, { __hookScope: scope, __offer: offer });
