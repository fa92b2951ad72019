/** Input of forms that were left to connect an account, as long as the page is open: secrets are stored nowhere else. */
export class KeptInput<Input> {
  readonly #byId = new Map<number, Input>();

  keep(id: number, input: Input): void {
    this.#byId.set(id, input);
  }

  read(id: number): Input | undefined {
    return this.#byId.get(id);
  }

  forget(id: number): void {
    this.#byId.delete(id);
  }
}
