import { useEffect, useRef } from "react";

/**
 * Scrolls a message about a form into view whenever it appears, and the focused control below it, which the message
 * moves down. Messages outside of forms stay where they are.
 */
export function useShownInForm<Message extends HTMLElement>(message: unknown) {
  const place = useRef<Message>(null);
  useEffect(() => {
    const { current: shown } = place;
    const { activeElement: focused } = document;
    if (!message || !shown?.closest("form")) return;
    shown.scrollIntoView({ block: "nearest" });
    const isBelow = focused && shown.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (isBelow && shown.closest("form")?.contains(focused)) focused.scrollIntoView({ block: "nearest" });
  }, [message]);
  return place;
}
