/** The last part of a webhook address: the id of an instance, plain or in base64, and after a dot the signature of the address. */
export function partsOfName(named: string | undefined): { name: string | undefined; signature: string | undefined } {
  const [name, ...signature] = named?.split(".") ?? [];
  return { name, signature: signature.length > 0 ? signature.join(".") : undefined };
}
