// Preloaded into a process to shift its wall clock by `{ jumpMs }` on each message: timers are not affected, as when
// somebody sets the clock of the machine.
let aheadMs = 0;
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], as) =>
    Reflect.construct(target, given.length === 0 ? [RealDate.now() + aheadMs] : given, as),
  apply: () => new Date().toString(),
  get: (target, name) => (name === "now" ? () => RealDate.now() + aheadMs : Reflect.get(target, name)),
});

process.on("message", (message: unknown) => {
  if (typeof message !== "object" || message === null || !("jumpMs" in message)) return;
  aheadMs = Number(message.jumpMs);
  process.send?.({ jumped: new Date().toISOString() });
});
// A process that has finished its work ends, although it still listens.
process.channel?.unref();
