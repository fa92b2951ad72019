import { serverModule } from "#server/offered-modules.ts";

type ScreenHandler = typeof import("#server/screen-handler.ts");

/** The server functions for pages and the sign-in, not bundled with them: once per process, like its pools and its engine. */
export const screenHandler = () => serverModule<ScreenHandler>("server/screen-handler.ts");
