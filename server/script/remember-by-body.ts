const MOST = 500;

/** Longer scripts are read each time. */
export const LONGEST_REMEMBERED = 16_384;

/** Remembers what was read of a script by its text: a process runs the same few hundred scripts again and again. */
export function rememberByBody<Read>(read: (body: string) => Read): (body: string) => Read {
  const remembered = new Map<string, { value: Read }>();
  return (body) => {
    const known = remembered.get(body);
    if (known) return known.value;
    const value = read(body);
    if (remembered.size >= MOST) remembered.clear();
    if (body.length <= LONGEST_REMEMBERED) remembered.set(body, { value });
    return value;
  };
}
