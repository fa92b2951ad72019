import { redirect } from "next/navigation";
import { routeTo } from "#components/screens/screens.ts";
import { titled } from "../../titled.ts";

export const generateMetadata = titled("administration");

export default function AdministrationPage() {
  redirect(routeTo("users"));
}
