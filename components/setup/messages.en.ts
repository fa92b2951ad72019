/** Messages for setting up the first administrator. */
export default {
  title: "Set up Formulary",
  description: "Create your organization and its first administrator. You can invite others afterwards.",
  loading: "the setup link",
  organization: "Organization",
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  password: "Password",
  verb: "Create organization",
  noLink: "You need a setup link",
  noLinkDescription: "No accounts exist yet. Run this command on the server and open the link that it prints.",
} as const;
