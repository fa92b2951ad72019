export const DIRECTIONS = ["download", "upload", "workflow"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const BULK_STATUSES = ["SCHEDULED", "CREATED", "RUNNING", "COMPLETED", "FAILED", "CANCELLED"] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];
