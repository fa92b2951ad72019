/** Placeholder signatures until the module lands in this same session. */
export type ResolveOptions = { shorthand?: boolean; bare?: boolean | undefined };
export declare function resolveTemplate(template: string, context: object, options?: ResolveOptions): unknown;
export declare function resolveDeep(value: unknown, context: object, options?: ResolveOptions): unknown;
export declare function readPath(context: object, path: string, options?: ResolveOptions): unknown;
