import type { Route } from "next";
import type { ComponentProps } from "react";
import { Link } from "../ui/link.tsx";

/** The address of a page of the documentation, which the server generates for existing pages. */
export const documentationRoute = (href: string): Route => href as Route;

/** A link to a page of the documentation. */
export function DocumentationLink({ href, ...rest }: Omit<ComponentProps<typeof Link>, "href"> & { href: string }) {
  return <Link {...rest} href={documentationRoute(href)} />;
}
