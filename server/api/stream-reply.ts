import type { HubReply } from "#server/element/hub-call.ts";

/**
 * The stream of a reply as a body of the web: read as fast as the caller takes it, cancelled when the caller hangs up.
 * Where the stream fails the reply breaks off, so that nobody takes half a file for a whole one.
 */
export function streamReply(stream: NonNullable<HubReply["stream"]>): ReadableStream<Uint8Array> {
  const bytes = stream[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await bytes.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => stream.cancel(),
    },
    { highWaterMark: 0 },
  );
}
