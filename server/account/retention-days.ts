import { z } from "zod";

/** For how many days an organization keeps what it has done; the installation may allow fewer. */
export const retentionDays = z.int().min(1, "must be at least 1").max(36_500);
