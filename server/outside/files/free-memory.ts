/**
 * Frees the memory of bytes that are no longer used. The garbage collector sees only the small object that holds them,
 * so megabytes would accumulate.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  // A small buffer shares its memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
