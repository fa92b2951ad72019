/** A request to a formula that is a resource. */
export type ResourceRequest = {
  method: string;
  uri: string;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string>;
};
