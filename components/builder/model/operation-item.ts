/** The selected operation and the open tab of it, as the address names them: `3` or `3.paging`. */
export type Place = { at: number; tab: string | null };

export function placeOf(item: string | null): Place | null {
  const [, at, tab = null] = /^(\d{1,6})(?:\.(\w+))?$/.exec(item ?? "") ?? [];
  return at === undefined ? null : { at: Number(at), tab };
}

export const itemOf = ({ at, tab }: Place): string => (tab === null ? String(at) : `${at}.${tab}`);
