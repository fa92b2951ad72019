import { ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { firstCharacter } from "#server/cut-text.ts";

export type Person = {
  id: string;
  name: string;
  email: string;
  organization: string;
  role: string;
  mayInvite: boolean;
  isViewer: boolean;
  isAdministrator: boolean;
};

export const ACCOUNT_LABEL_CLASS =
  "flex items-center gap-3 rounded-lg text-left text-sm hover:bg-code lg:w-full lg:p-2 lg:group-data-[rail]/shell:justify-center";

/** The user and the organization, as shown on the button of the user menu. */
export function AccountLabel({ person }: { person: Person }) {
  const t = useTranslations("shell.menu");
  return (
    <>
      <span
        aria-hidden="true"
        translate="no"
        className="flex size-10 shrink-0 items-center justify-center rounded-full bg-tint font-semibold text-accent text-xs lg:size-9"
      >
        {initials(person.name)}
      </span>
      <span className="sr-only min-w-0 flex-1 lg:not-sr-only lg:group-data-[rail]/shell:sr-only">
        <span translate="no" className="block truncate font-medium">
          {person.organization}
        </span>
        <span translate="no" className="block truncate text-muted text-xs">
          {person.name}
        </span>
        <span className="sr-only">{t("yours")}</span>
      </span>
      <ChevronsUpDown
        aria-hidden="true"
        className="hidden size-4 text-muted lg:block lg:group-data-[rail]/shell:hidden"
      />
    </>
  );
}

const initials = (name: string) => name.split(/\s+/).map(firstCharacter).slice(0, 2).join("").toUpperCase();
