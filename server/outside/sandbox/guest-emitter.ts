type Listener = (...values: unknown[]) => void;

/** The part of Node's `EventEmitter` that callers of `http` use. */
export class Emitter {
  readonly #listeners = new Map<unknown, { listener: Listener; isOnce: boolean }[]>();

  on(event: unknown, listener: Listener): this {
    return this.#add(event, listener, false);
  }

  once(event: unknown, listener: Listener): this {
    return this.#add(event, listener, true);
  }

  addListener(event: unknown, listener: Listener): this {
    return this.#add(event, listener, false);
  }

  off(event: unknown, listener: Listener): this {
    const kept = this.#of(event).filter((one) => one.listener !== listener);
    this.#listeners.set(event, kept);
    return this;
  }

  removeListener(event: unknown, listener: Listener): this {
    return this.off(event, listener);
  }

  removeAllListeners(event?: unknown): this {
    if (event === undefined) this.#listeners.clear();
    else this.#listeners.delete(event);
    return this;
  }

  listenerCount(event: unknown): number {
    return this.#of(event).length;
  }

  /** An `error` without a listener is thrown, as in Node. */
  emit(event: unknown, ...values: unknown[]): boolean {
    const listeners = this.#of(event);
    if (listeners.length === 0 && event === "error") throw values[0];
    for (const { listener, isOnce } of [...listeners]) {
      if (isOnce) this.off(event, listener);
      listener.apply(this, values);
    }
    return listeners.length > 0;
  }

  #of(event: unknown) {
    return this.#listeners.get(event) ?? [];
  }

  #add(event: unknown, listener: Listener, isOnce: boolean): this {
    if (typeof listener !== "function") throw new TypeError("The listener has to be a function.");
    this.#listeners.set(event, [...this.#of(event), { listener, isOnce }]);
    return this;
  }
}
