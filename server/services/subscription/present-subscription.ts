import { shownAddress } from "#server/account/callback-address.ts";
import { isoSeconds } from "#server/iso-date.ts";
import type { SubscriptionRecord } from "#server/store/delivery/subscriptions.ts";

export type Channel = "webhook" | "email" | "sms" | "push";

/** The key of `config` for the address, by channel. */
export const ADDRESS_KEY: Readonly<Record<Channel, string>> = {
  webhook: "url",
  email: "email",
  sms: "phone",
  push: "device",
};

/** A subscription as the API shows it, without its secrets and the credentials in its address. */
export const presentSubscription = ({
  id,
  channel,
  topics,
  address,
  active,
  givenUpAt,
  dismissedGivenUpAt,
  elementInstanceId,
  createdAt,
  updatedAt,
}: SubscriptionRecord) => ({
  id,
  channel: channel as Channel,
  topics,
  config: { [ADDRESS_KEY[channel as Channel]]: shownAddress(address) },
  active,
  ...(givenUpAt && { deactivatedDate: isoSeconds(givenUpAt) }),
  ...(givenUpAt && dismissedGivenUpAt?.getTime() === givenUpAt.getTime() && { dismissed: true }),
  ...(elementInstanceId !== null && { elementInstanceId }),
  createdDate: isoSeconds(createdAt),
  updatedDate: isoSeconds(updatedAt),
});
