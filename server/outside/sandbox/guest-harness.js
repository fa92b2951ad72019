// Evaluated in the guest before the snapshot is taken; scripts run after it. It keeps references to the
// built-ins that it needs, because a script may replace them, and exposes nothing of itself to scripts.
(() => {
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const { defineProperty, setPrototypeOf, keys } = Object;
  const { slice } = String.prototype;
  const { exec } = RegExp.prototype;
  const GuestError = Error;
  const GuestProxy = Proxy;
  const GuestPromise = Promise;
  const { then } = Promise.prototype;
  const text = String;

  const { __open: open, __read: read, __log: log, __email: email, __settle: settle, __seed: seed } = globalThis;
  const { __find: find, __onReply: onReply, __hookScope: hookScope, __offer: offer } = globalThis;
  const taken = ["__open", "__read", "__log", "__email", "__settle", "__seed", "__call"];
  for (const name of [...taken, "__find", "__onReply", "__hookScope", "__offer"]) delete globalThis[name];
  for (const name of ["Atomics", "SharedArrayBuffer", "performance"]) delete globalThis[name];

  const MAX_LINES = 200;
  const MAX_LINE = 2_000;
  const MAX_EMAILS = 100;
  const MAX_EMAIL = 64_000;
  const MAX_RESULT = 8 * 1024 * 1024;

  let isSettled = false;
  let isHook = false;
  let mayCall = false;
  let returned;
  let lines = 0;
  let emails = 0;

  const cut = (value, length) => apply(slice, value, [0, length]);

  /** `trigger`, `steps`, `info` or `config`: an object that requests its members from the host on first access. */
  const lazyRoot = (root) => new GuestProxy({}, setPrototypeOf({ root }, openingTraps));

  const openingTraps = { __proto__: null };
  for (const trap of Object.getOwnPropertyNames(Reflect)) {
    const plain = Reflect[trap];
    openingTraps[trap] = function (target, first, second, third) {
      // Without its traps the proxy is as fast as the object behind it.
      setPrototypeOf(this, null);
      openRoot(this.root, target);
      return plain(target, first, second, third);
    };
  }

  /** Small members are values; the others are accessors that become plain values when they are first read. */
  function openRoot(root, target) {
    const { members, lazy } = parse(open(root));
    const names = keys(members);
    for (let i = 0; i < names.length; i++) become(target, names[i], members[names[i]]);
    for (let i = 0; i < lazy.length; i++) {
      const name = lazy[i];
      defineProperty(target, name, {
        __proto__: null,
        get: () => become(target, name, parse(read(root, name))),
        set: (value) => become(target, name, value),
        enumerable: true,
        configurable: true,
      });
    }
  }

  function become(target, name, value) {
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    return value;
  }

  /** The text of a thrown value. Runs the script's own getters, so the caller has to be within the deadline. */
  function describe(thrown) {
    try {
      if (typeof thrown !== "object" || thrown === null) return cut(text(thrown), MAX_LINE);
      if (!(thrown instanceof GuestError)) return cut(stringify(thrown) ?? text(thrown), MAX_LINE);
      const message = cut(text(thrown.message), MAX_LINE);
      const name = cut(text(thrown.name), 100);
      if (name === "Error" && !isHook) return message;
      const line = apply(exec, /\bscript:(\d+)/, [text(thrown.stack)]);
      // The engine's place in a JSON text would be taken for one in the script.
      const placeInJson = line && apply(exec, / \(line \d+ column \d+\)$/, [message]);
      const words = placeInJson ? cut(message, placeInJson.index) : message;
      return `${name === "Error" ? "" : `${name}: `}${words}${line ? ` (line ${line[1]})` : ""}`;
    } catch {
      return "The script threw something that cannot be put into words.";
    }
  }

  function done(value) {
    if (isSettled) return;
    isSettled = true;
    let json;
    try {
      json = stringify(value);
    } catch (error) {
      return settle("error", describe(error));
    }
    if (json === undefined) settle("nothing", "");
    else if (json.length > MAX_RESULT) settle("error", "The result is larger than 8 MB.");
    else settle("value", json);
  }

  function fail(error) {
    if (isSettled) return;
    isSettled = true;
    settle("error", describe(error));
  }

  function printed(value) {
    if (typeof value === "string") return value;
    if (typeof value === "object" && value !== null && value instanceof GuestError) return describe(value);
    return stringify(value) ?? text(value);
  }

  function print(...values) {
    if (lines >= MAX_LINES) return;
    let line = "";
    for (let i = 0; i < values.length && line.length < MAX_LINE; i++) {
      let word;
      try {
        word = printed(values[i]);
      } catch {
        word = "[unprintable]";
      }
      line += (i ? " " : "") + cut(word, MAX_LINE);
    }
    lines++;
    log(cut(line, MAX_LINE));
  }

  globalThis.console = { log: print, info: print, warn: print, error: print, debug: print };

  globalThis.notify = {
    email(to, subject, body) {
      if (emails >= MAX_EMAILS) throw new GuestError(`A script can queue ${MAX_EMAILS} messages at most.`);
      emails++;
      email(cut(text(to), MAX_LINE), cut(text(subject ?? ""), MAX_LINE), cut(text(body ?? ""), MAX_EMAIL));
    },
  };

  globalThis.require = function require(name) {
    const library = find?.(text(name), mayCall);
    if (library === undefined) throw new GuestError(`Cannot find module '${cut(text(name), 80)}'`);
    return library;
  };

  globalThis.__describe = describe;

  globalThis.__start = (script, returnsResult, first, second, third, fourth) => {
    seed(first, second, third, fourth);
    try {
      const value = script(lazyRoot("trigger"), lazyRoot("steps"), lazyRoot("info"), lazyRoot("config"), done);
      if (returnsResult) done(value);
    } catch (error) {
      fail(error);
    }
  };

  globalThis.__startHook = (script, furtherNames, isConnected, first, second, third, fourth) => {
    isHook = true;
    mayCall = isConnected;
    seed(first, second, third, fourth);
    offer(furtherNames);
    setPrototypeOf(globalThis, hookScope);
    try {
      returned = script(done);
      if (isPromise(returned)) apply(then, returned, [keep, fail]);
    } catch (error) {
      fail(error);
    }
  };

  globalThis.__deliver = (id, json) => {
    try {
      onReply(id, json);
    } catch (error) {
      fail(error);
    }
  };

  function keep(value) {
    returned = value;
  }

  /** Called only at the end, because `done` wins over the returned value, however late it is called. */
  globalThis.__finish = () => {
    try {
      if (typeof returned === "object" && returned !== null && !isPromise(returned)) done(returned);
    } catch (error) {
      fail(error);
    }
  };

  const isPromise = (value) => typeof value === "object" && value !== null && value instanceof GuestPromise;
})();
