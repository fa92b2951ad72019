/**
 * The texts of a catalog in another language. Texts may be missing while a change is made: the screens show them in
 * English, and a test names them.
 */
export type Translation<Catalog> = {
  readonly [Key in keyof Catalog]?: Catalog[Key] extends string ? string : Translation<Catalog[Key]>;
};
