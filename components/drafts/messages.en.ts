/** Messages about drafts and revisions of whatever is published. */
export default {
  history: {
    list: "Revisions of {name}",
    loading: "the revisions",
    revision: "Revision {number}",
    current: "Current",
    by: "{author}, <when></when>",
    none: "No revisions yet",
    noneDescription: "A revision is recorded each time something is published.",
  },
  restore: {
    loading: "the changes",
    changes: "Changes in this revision",
    noBefore: "The revision before this one was not recorded, so its changes cannot be shown.",
    isCurrent: "This is the current revision.",
    verb: "Restore as draft",
    help: "Nothing is published until you publish the draft.",
    title: "Replace your draft?",
    description:
      "You have an unpublished draft of this element, last changed <when></when>. Restoring revision {number} replaces it. Drafts of other people stay.",
    replace: "Replace my draft",
    keep: "Keep my draft",
  },
  elementChanges: {
    none: "There are no changes.",
    added: "added",
    removed: "removed",
    changed: "changed",
    fieldChanged: "{name} changed",
    turned: "{from} → {to}",
    nothing: "nothing",
    kinds: {
      setting: "Info",
      configuration: "Configuration",
      parameters: "Parameters",
      hooks: "Hooks",
      resources: "Resources",
      objects: "Objects",
    },
  },
};
