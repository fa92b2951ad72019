import type { HubResponse } from "#server/element/hub-request.ts";

/**
 * The response's stream as a web stream: read as fast as the client receives it, cancelled when the client disconnects.
 * If the stream fails, the response breaks off, so that a partial file is not taken for a complete one.
 */
export function streamReply(stream: NonNullable<HubResponse["stream"]>): ReadableStream<Uint8Array> {
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
