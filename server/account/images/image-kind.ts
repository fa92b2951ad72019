/** A kind of image that an organization may upload. Its structure is read without decoding it. */
export type ImageKind = {
  /** Its media type. */
  type: string;
  /** As people know it: PNG. */
  name: string;
  /** Other media types and endings by which browsers know its files. */
  alsoChosenBy?: readonly string[];
  /** Whether a file begins like one, whatever it is called. */
  isOne: (file: DataView) => boolean;
  /**
   * The sizes of its pictures if the file is complete, from its header to its end; undefined otherwise. May throw a
   * RangeError for a file that ends too early.
   */
  sizesIn: (file: DataView) => Size[] | undefined;
};

export type Size = { width: number; height: number };

export const textAt = (file: DataView, at: number, length: number): string =>
  at + length > file.byteLength
    ? ""
    : String.fromCharCode(...new Uint8Array(file.buffer, file.byteOffset + at, length));
