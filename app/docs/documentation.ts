import { serverModule } from "#server/offered-modules.ts";

type Documentation = typeof import("#server/documentation/documentation.ts");

/** The documentation, not bundled with the pages: read once per process (app/screen-handler.ts). */
export const documentation = () => serverModule<Documentation>("server/documentation/documentation.ts");
