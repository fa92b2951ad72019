/** Messages of the hosted connect page, which customers see. */
export default {
  title: "Connect {element}",
  description: "{organization} asks for access to your {element} account.",
  loading: "the page",
  failed: "This page does not work any more",
  signIn: "How to sign in",
  needed: "Enter a value for {name}.",
  connect: "Connect",
  continueAt: "Continue to {element}",
  ownPage: "You sign in at {element}, in a window of its own. {organization} does not see your password.",
  waiting: "Waiting for {element} …",
  blocked: "Your browser blocked the window. Allow windows of this page, then try again.",
  denied: "Access was not granted. Try again if you want to connect.",
  done: "Connected",
  doneDescription: "Your {element} account is connected to {organization}. You may close this page.",
  leaving: "Opening {element} …",
} as const;
