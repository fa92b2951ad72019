import { type Filled, NOTHING_FILLED } from "../operation-forms/request.ts";

/** An operation of an explored API, and the connection that it is sent with. */
export type Place = { source: object; operationId: string; connection: number | undefined };

/** The input for each operation and connection, as long as the page is open. */
export class EnteredRequests {
  readonly #byPlace = new Map<string, Filled>();

  /** A connection for which nothing was entered yet begins with what was last entered for the operation. */
  read(place: Place): Filled {
    return (
      this.#byPlace.get(keyOf(place)) ?? this.#byPlace.get(keyOf({ ...place, connection: undefined })) ?? NOTHING_FILLED
    );
  }

  write(place: Place, filled: Filled): void {
    this.#byPlace.set(keyOf(place), filled);
    this.#byPlace.set(keyOf({ ...place, connection: undefined }), filled);
  }
}

const keyOf = ({ source, operationId, connection }: Place): string =>
  JSON.stringify([source, operationId, connection ?? null]);
