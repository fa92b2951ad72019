import type { Logger } from "pino";
import type { Env } from "./env.ts";
import type { EmailMessage } from "./formula/ports.ts";
import type { Database } from "./store/database.ts";

/** Who asks. Every query of the product is scoped by it. */
export type Caller = {
  organizationId: number;
  accountId: number;
  userId: number;
  /** Users of the default account see the whole organisation (contract §1.10). */
  seesAllAccounts: boolean;
  role: "administrator" | "designer" | "viewer";
};

/** Seals secrets with envelope AES-256-GCM. `identity` is the row and column it belongs to and must be the same on both sides. */
export type Vault = {
  seal: (text: string, identity: string) => string;
  /** Throws a Failure when the text was changed, moved to another row, or its key is gone. */
  open: (sealed: string, identity: string) => string;
};

/** argon2id. */
export type Passwords = {
  hash: (password: string) => Promise<string>;
  verify: (hash: string, password: string) => Promise<boolean>;
};

/** Sends e-mail; null where SMTP is not configured and messages stay in the inbox. */
export type Mailer = { send: (message: EmailMessage) => Promise<void> } | null;

/** One process of the product: what all its requests and jobs share. */
export type App = {
  env: Env;
  log: Logger;
  db: Database;
  now: () => Date;
  vault: Vault;
  passwords: Passwords;
};

/** What a service verb gets: the process, who asks, and the request it is part of. */
export type Context = App & { caller: Caller; requestId: string };
