/** The knowledge of the clients: the work that the product acknowledged, and its wrong responses. */
export type Ledger = {
  /** Executions by their ids. */
  executions: Map<number, { of: string; kind: "manual" | "ordered"; n: number }>;
  /** Ids of orders that were acknowledged as webhooks, and of news. */
  orders: Map<string, { of: string }>;
  news: Map<string, { of: string }>;
  /** Requests that were given up, with their last response. */
  refused: string[];
  /** The wrong responses, each as a sentence. */
  wrong: string[];
};

export const newLedger = (): Ledger => ({
  executions: new Map(),
  orders: new Map(),
  news: new Map(),
  refused: [],
  wrong: [],
});
