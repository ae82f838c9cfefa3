/** How long what tells of people is kept: what sweeps, and what the privacy notice says of it, both read it here. */
export const retention = {
  /** A mail after it was sent; one that cannot be sent, after it was written. */
  mailDays: 30,
  /** What a mail says, after it was sent; one with a key says it no longer as soon as it was sent. */
  mailWordsDays: 14,
  activationHours: 48,
  resetHours: 2,
  emailChangeHours: 24,
  /** The link of the mail to a family for whom the desk made an account. */
  welcomeDays: 14,
  signInDays: 30,
  /** A link that makes its reader a member, or lets a member set up the second step anew. */
  invitationDays: 7,
  /** An invitation that was not taken, after its end. */
  expiredInvitationDays: 7,
  /** Who came to the meetings of a session, what coaches noted of them, what was written to its families: after its last day. */
  sessionRecordsYears: 2,
  /** Who waited for a session: after its first day. */
  waitingListDays: 30,
  /** The link to the receipt of a gift without an account, after the gift. */
  receiptLinkDays: 30,
  /** A message of the gateway: kind, time, and the number of its transaction or dispute. */
  notificationDays: 90,
  /** Sealed copies of everything; deploy/courtside-backup.service deletes them then. */
  backupDays: 30,
  /** Minutes in which the site ran. */
  heartbeatDays: 90,
  /** What undoing a merge of two families needs. */
  mergeUndoHours: 24,
  /** Counts of tries. */
  tryDays: 1,
  /** An account that was never activated nor used, after the last activation link was mailed. */
  neverActivatedDays: 7,
  /** An account into which nobody logged in: its holder is told. */
  inactiveYears: 3,
  /** A care note after the player's last meeting, or after it was written where none is to come. */
  careNoteDays: 30,
  /** So long before it is erased the family gets a mail. */
  careNoteNoticeDays: 7,
  /** The same from the day on which the family renewed it. */
  renewedCareNoteDays: 365,
  /** The address of a player's parent that nobody confirmed, and the link to do so. */
  guardianDays: 7,
  /** From then on the holder has so long to log in. */
  noticeDays: 30,
} as const
