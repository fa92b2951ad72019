/** RFC 3986: everything but letters, digits and `-._~` as %XX of its UTF-8 bytes, as OAuth 1 and AWS sign it. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
