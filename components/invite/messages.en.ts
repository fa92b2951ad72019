/** How somebody is asked in, and comes in. */
export default {
  title: "Invite somebody",
  description: "You get a link to send them. It is good once, for a day; they choose their own password.",
  link: "The link for {email}",
  copyLink: "the link",
  email: "E-mail",
  role: "Role",
  roles: {
    viewer: "Viewer: Reads everything and changes nothing.",
    org: "Designer: Builds, connects and runs.",
    "org-admin": "Organization administrator: Manages all accounts, their users, and the organization.",
  },
  make: "Make the link",
  accept: {
    invitation: "Invitation",
    welcome: "Welcome to {organization}",
    loading: "the invitation",
    become: "You become {role} as <b>{email}</b>.",
    firstName: "First name",
    lastName: "Last name",
    password: "Password",
    begin: "Begin",
  },
} as const;
