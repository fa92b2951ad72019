import pg from "pg";

type Wire = {
  stream: { cork: () => void; uncork: () => void };
  parse: (message: { text: string; name: string; types: number[] }) => void;
  bind: (message: { statement: string; portal: string; values: string[] }) => void;
  execute: (message: { portal: string; rows: number }) => void;
};
/** The part of pg's query that its connection calls. */
type Query = new (
  statement: pg.QueryConfig & { queryMode: "extended" },
) => {
  submit(connection: Wire): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
};

/**
 * A statement with settings of the session that hold for it alone. Both are sent together: statements up to the next
 * Sync are one transaction ("Pipelining" in the manual of Postgres), so that it takes no round trip more, and what is
 * set ends with it.
 */
export class WithSettings extends (pg.Query as unknown as Query) {
  readonly #settings: readonly (readonly [name: string, value: string])[];
  #areSet = false;

  constructor(statement: pg.QueryConfig, settings: Readonly<Record<string, string>>) {
    super({ ...statement, queryMode: "extended" });
    this.#settings = Object.entries(settings);
  }

  override submit(connection: Wire) {
    const calls = this.#settings.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`);
    connection.stream.cork();
    try {
      connection.parse({ text: `select ${calls.join(", ")}`, name: "", types: [] });
      connection.bind({ statement: "", portal: "", values: this.#settings.flat() });
      connection.execute({ portal: "", rows: 0 });
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  /** The first result is that of the settings. */
  override handleDataRow(message: unknown) {
    if (this.#areSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire) {
    if (this.#areSet) super.handleCommandComplete(message, connection);
    else this.#areSet = true;
  }
}
