/** An address with the parameters of its query, if there are any. */
export function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? address : `${address}?${text}`;
}
