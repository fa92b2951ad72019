/** When a script of an element runs. To add one: write its file and a row in the registry. */
export type HookType<Type extends string = string> = {
  type: Type;
  /** Its name in messages: `the pre-request hook of the element`. */
  label: string;
  /** When it runs, for authors of elements. */
  summary: string;
  /** Before or after an exchange with the provider, or on its webhooks. */
  stage: "before" | "after" | "event";
};

export const defineHookType = <const Type extends string>(hookType: HookType<Type>): HookType<Type> => hookType;
