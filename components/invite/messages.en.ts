import { INVITATION_MESSAGES } from "#server/account/invitation-messages.ts";

/** Messages for creating and accepting invitations. */
export default {
  title: "Invite a user",
  description:
    "Create an invitation link and send it to them. The link works once and expires after one day. They choose their own password, or use single sign-on if it is set up.",
  link: "Invitation link for {email}",
  shown: "Copy the link now and send it. It is not shown again.",
  replaces: "The earlier link for this address no longer works.",
  copyLink: "the invitation link",
  email: "E-mail",
  role: "Role",
  roles: {
    viewer: "Viewer: views everything, changes nothing",
    org: "Designer: builds and runs formulas, connects accounts",
    admin: "Account administrator: manages their account and its users",
    "org-admin": "Organization administrator: manages accounts, users and the organization",
  },
  make: "Create link",
  accept: {
    invitation: "Invitation",
    welcome: "Welcome to {organization}",
    loading: "the invitation",
    become: "You are joining as {role} with the e-mail address <b>{email}</b>.",
    replaces:
      "You are signed in as <b>{other}</b> in this browser. Creating the account signs you out, and in as <b>{email}</b>. If you are not {email}, pass the link on.",
    firstName: "First name",
    lastName: "Last name",
    password: "Password",
    signIn: "Sign in",
    begin: "Create account",
    through: "Continue with {service}",
    noPassword: "Then you need no password here.",
    orPassword: "Or choose a password:",
    refused: INVITATION_MESSAGES,
  },
} as const;
