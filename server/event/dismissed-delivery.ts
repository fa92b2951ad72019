type Delivery = {
  status: string;
  attempts: number;
  answerStatus?: number | null | undefined;
  error?: string | null | undefined;
};

/**
 * Whether a delivery with the status `notified` was dismissed. An attempt that ends with this status has no response and
 * no error: its channel has no transport. All others failed, or there was none before the delivery was dismissed.
 */
export const isDismissed = ({ status, attempts, answerStatus, error }: Delivery): boolean =>
  status === "notified" && (attempts === 0 || answerStatus != null || error != null);
