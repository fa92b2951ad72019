import { Duplex } from "node:stream";

/** The required part of a socket. */
export type OpenSocket = Duplex & { setKeepAlive?: (on: boolean) => unknown };

/**
 * The socket of a library that creates it first and connects it later: `connect` waits for `open`, which checks the
 * target. An exception in a listener ends the connection, not the process.
 */
export class DeferredSocket extends Duplex {
  #open: () => Promise<OpenSocket>;
  #socket: OpenSocket | undefined;
  #left = Number.POSITIVE_INFINITY;
  #refusal = () => new Error();

  constructor(open: () => Promise<OpenSocket>) {
    super();
    this.#open = open;
  }

  /** The place that the library passes is ignored. */
  connect(): this {
    this.#open().then(
      (socket) => this.#join(socket),
      (error) => this.destroy(error),
    );
    return this;
  }

  /** Limits the bytes received from now on; beyond it the connection ends with the error. */
  expect(bytes: number, refusal: () => Error): void {
    this.#left = bytes;
    this.#refusal = refusal;
  }

  #join(socket: OpenSocket): void {
    if (this.destroyed) return void socket.destroy();
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#left -= chunk.length;
      if (this.#left < 0) this.destroy(this.#refusal());
      else if (!this.push(chunk)) socket.pause();
    });
    socket.on("end", () => this.push(null));
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
    this.emit("connect");
  }

  override _read(): void {
    this.#socket?.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (this.#socket) this.#socket.write(chunk, done);
    else done(new Error("not connected"));
  }

  override _final(done: () => void): void {
    if (this.#socket) this.#socket.end(done);
    else done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket?.destroy();
    done(error);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as Node declares it.
  override emit(event: string | symbol, ...values: any[]): boolean {
    try {
      return super.emit(event, ...values);
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
      return true;
    }
  }

  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  ref = (): this => this;
  unref = (): this => this;
}
