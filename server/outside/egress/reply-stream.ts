import type { Dispatcher } from "undici";
import type { ByteStream } from "#server/element/ports.ts";

/** A stream of bytes for one reader. A reader that stops before the end must call `cancel`. */
export type ReplyStream = ByteStream & { cancel: (reason?: Error) => void };

/** How much may be buffered before the sender is paused. */
const WAITING_BYTES = 2 ** 18;

type Step = IteratorResult<Uint8Array, undefined>;
type Reader = { resolve: (step: Step) => void; reject: (error: unknown) => void };

const DONE: Step = { done: true, value: undefined };

/**
 * A stream and its writing end. The sender is paused (`pause`) while the reader is behind. Leaving the stream early, by
 * `cancel`, `return` or a break out of its loop, calls `onCancel`, even while a read is waiting; an error replaces
 * unread data.
 */
export function createReplyStream(onCancel: (reason?: Error) => void) {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let reader: Reader | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let over: { error?: unknown } | undefined;

  function finish(how: { error?: unknown }): void {
    if (over) return;
    over = how;
    if ("error" in how) waiting = [];
    if (reader) settle(reader);
    reader = undefined;
  }

  const settle = ({ resolve, reject }: Reader) => (over && "error" in over ? reject(over.error) : resolve(DONE));

  function cancel(reason?: Error): void {
    if (over && waiting.length === 0) return;
    waiting = [];
    if (over) return;
    finish(reason ? { error: reason } : {});
    onCancel(reason);
  }

  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next: () =>
      new Promise((resolve, reject) => {
        const chunk = waiting.shift();
        if (!chunk) {
          if (over) settle({ resolve, reject });
          else reader = { resolve, reject };
          return;
        }
        bytes -= chunk.length;
        if (controller?.paused && bytes < WAITING_BYTES) controller.resume();
        resolve({ done: false, value: chunk });
      }),
    return: async () => {
      cancel();
      return DONE;
    },
  };

  return {
    stream: { [Symbol.asyncIterator]: () => iterator, cancel } satisfies ReplyStream as ReplyStream,
    push(from: Dispatcher.DispatchController, chunk: Buffer): void {
      if (over) return;
      if (reader) {
        reader.resolve({ done: false, value: chunk });
        reader = undefined;
        return;
      }
      controller = from;
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= WAITING_BYTES) from.pause();
    },
    end: () => finish({}),
    fail: (error: unknown) => finish({ error }),
  };
}
