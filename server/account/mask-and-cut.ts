/** The longest form of a secret that can be at the edge. */
const MARGIN = 16_384;

/**
 * Masks a text and then cuts it to a length. Of a long text not much more than is kept is masked; the end of that part,
 * which may be the beginning of a secret, is not kept.
 */
export function maskAndCut(text: string, length: number, mask: (text: string) => string): string {
  const most = length + 2 * MARGIN;
  if (text.length <= most) return mask(text).slice(0, length).toWellFormed();
  const masked = mask(text.slice(0, most));
  return masked.slice(0, Math.max(0, Math.min(length, masked.length - MARGIN))).toWellFormed();
}
