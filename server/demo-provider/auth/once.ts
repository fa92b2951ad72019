/** Remembers the last so many words; false for one that was said before. */
export function once(most = 100_000): (word: string) => boolean {
  const said = new Set<string>();
  return (word) => {
    if (said.has(word)) return false;
    said.add(word);
    if (said.size > most) said.delete(said.values().next().value ?? "");
    return true;
  };
}
