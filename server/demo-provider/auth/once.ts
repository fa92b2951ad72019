/** Remembers a limited number of the latest words; returns false for a word that was seen before. */
export function once(most = 100_000): (word: string) => boolean {
  const said = new Set<string>();
  return (word) => {
    if (said.has(word)) return false;
    said.add(word);
    if (said.size > most) said.delete(said.values().next().value ?? "");
    return true;
  };
}
