/** The source of an entry's value: people in the connect form, the author of the element, or the element itself. */
export const VISIBILITIES = {
  form: { hideFromConsole: false, internal: false },
  author: { hideFromConsole: true, internal: false },
  element: { hideFromConsole: true, internal: true },
} as const;

export type Visibility = keyof typeof VISIBILITIES;

export const visibilityOf = ({ hideFromConsole, internal }: Readonly<Record<string, unknown>>): Visibility =>
  internal === true ? "element" : hideFromConsole === true ? "author" : "form";
