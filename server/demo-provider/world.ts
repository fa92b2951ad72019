import { createOAuth1 } from "./auth/oauth1.ts";
import { createOAuth2 } from "./auth/oauth2.ts";
import { createTable, type Table, type TableOptions } from "./data/table.ts";
import type { Dial } from "./dial.ts";
import { createWebhooks } from "./webhooks.ts";

/** Shared by all providers: clock, faults, the OAuth servers, and webhooks. */
export function openWorld(dial: Dial, now: () => Date) {
  const webhooks = createWebhooks(now);
  return {
    now,
    dial,
    webhooks,
    oauth2: createOAuth2({ dial, now }),
    oauth1: createOAuth1({ now }),
    /** A table whose changes are published to the provider's webhooks. */
    table(provider: string, { onChange, ...options }: TableOptions): Table {
      return createTable({
        ...options,
        onChange(what, objectId, data) {
          onChange?.(what, objectId, data);
          webhooks.notify(provider, { type: `${options.name}.${what}`, objectType: options.name, objectId, data });
        },
      });
    },
  };
}

export type World = ReturnType<typeof openWorld>;
