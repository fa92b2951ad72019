/** The `content` of a recorded exchange. */
export type ExchangeContent = {
  request: { headers?: Record<string, string>; body?: string };
  response?: { headers?: Record<string, string>; body?: string };
  error?: string;
};
