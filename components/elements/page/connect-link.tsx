import { useTranslations } from "next-intl";
import { routeTo } from "../../screens/screens.ts";
import { MayChange } from "../../shell/may-change.tsx";
import { LinkButton } from "../../ui/button.tsx";
import type { ElementFacts } from "./element-facts.ts";

/** Leads to the form that connects an account; inactive elements are not offered. */
export function ConnectLink({ element: { address, active } }: { element: ElementFacts }) {
  const t = useTranslations("elements.page");
  if (!active) return null;
  return (
    <MayChange>
      <LinkButton href={routeTo("connect", { elementKey: address })} kind="primary">
        {t("connect")}
      </LinkButton>
    </MayChange>
  );
}
