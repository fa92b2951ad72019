import type { CliCommand } from "./command.ts";
import { apply } from "./commands/apply.ts";
import { bulkCancel } from "./commands/bulk-cancel.ts";
import { bulkDownload } from "./commands/bulk-download.ts";
import { bulkErrors } from "./commands/bulk-errors.ts";
import { bulkStatus } from "./commands/bulk-status.ts";
import { bulkUpload } from "./commands/bulk-upload.ts";
import { diff } from "./commands/diff.ts";
import { login } from "./commands/login.ts";
import { logout } from "./commands/logout.ts";
import { logs } from "./commands/logs.ts";
import { pull } from "./commands/pull.ts";
import { replay } from "./commands/replay.ts";
import { run } from "./commands/run.ts";
import { test } from "./commands/test.ts";
import { whoami } from "./commands/whoami.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly CliCommand[] = [
  login,
  logout,
  whoami,
  pull,
  diff,
  apply,
  test,
  run,
  logs,
  replay,
  bulkDownload,
  bulkUpload,
  bulkStatus,
  bulkErrors,
  bulkCancel,
];
