"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "../api/trpc.ts";
import { DocsLink } from "../ui/docs-link.tsx";
import { Page } from "../ui/page.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { AdministrationPages } from "./administration-pages.tsx";
import { BrandingForm } from "./branding-form.tsx";
import { OrganizationName } from "./organization-name.tsx";
import { PasswordPolicyForm } from "./password-policy-form.tsx";
import { RequiredSecondFactor } from "./required-second-factor.tsx";
import { RetentionForm } from "./retention-form.tsx";

/** The name of the organization, what it requires of sign-ins, and how long it keeps data. */
export function Organization() {
  const t = useTranslations("administration.organization");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.organization.read.queryOptions());
  const brand = useQuery(trpc.organization.brand.queryOptions());
  const retention = useQuery(trpc.organization.retention.queryOptions());
  return (
    <Page
      title={t("title")}
      description={
        <>
          {t("description")} <DocsLink page="/administration">{t("docs")}</DocsLink>
        </>
      }
    >
      <AdministrationPages />
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what={t("loading")} />}
      {data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <OrganizationName name={data.name} />
          {brand.data && <BrandingForm brand={brand.data} />}
          <RequiredSecondFactor isRequired={data.requiresSecondFactor} without={data.usersWithoutSecondFactor} />
          <PasswordPolicyForm policy={data.passwordPolicy} />
          {retention.data && <RetentionForm retention={retention.data} />}
        </div>
      )}
    </Page>
  );
}
