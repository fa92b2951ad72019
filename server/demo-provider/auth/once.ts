/** Remembers a limited number of the latest words; returns false for a known word. */
export function once(most = 100_000): (word: string) => boolean {
  const used = new Set<string>();
  return (word) => {
    if (used.has(word)) return false;
    used.add(word);
    if (used.size > most) used.delete(used.values().next().value ?? "");
    return true;
  };
}
