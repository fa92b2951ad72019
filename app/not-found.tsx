import { useTranslations } from "next-intl";
import { routeTo } from "#components/screens/screens.ts";
import { Link } from "#components/ui/link.tsx";
import { MessagePage } from "#components/ui/message-page.tsx";
import { titled } from "./titled.ts";

export const generateMetadata = titled("notFound");

export default function NotFound() {
  const t = useTranslations("ui.notFound");
  return (
    <MessagePage title={t("title")}>
      <p className="text-muted">{t("description")}</p>
      <p>
        <Link href={routeTo("welcome")} className="text-accent underline underline-offset-2">
          {t("home")}
        </Link>
      </p>
    </MessagePage>
  );
}
