import { DeliveryList } from "#components/events/delivery-list.tsx";
import { titled } from "../../../titled.ts";

export const generateMetadata = titled("deliveries");

export default function DeliveriesPage() {
  return <DeliveryList />;
}
