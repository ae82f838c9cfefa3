/** Retention periods, for the sweeps and for the privacy notice. */
export const retention = {
  /** After a mail was sent; where it cannot be sent, after it was written. */
  mailDays: 30,
  /** A mail's text, after it was sent; with a secret in it, only until then. */
  mailTextDays: 14,
  activationHours: 48,
  resetHours: 2,
  emailChangeHours: 24,
  /** The link for a family whose account the desk made. */
  welcomeDays: 14,
  signInDays: 30,
  invitationDays: 7,
  expiredInvitationDays: 7,
  /** Attendance, coaches' notes and messages, after a session's last day. */
  sessionRecordsYears: 2,
  /** After the session's first day. */
  waitingListDays: 30,
  /** For a gift without an account, after the gift. */
  receiptLinkDays: 30,
  /** Webhooks: kind, time, and the number of the transaction or dispute. */
  notificationDays: 90,
  /** deploy/courtside-backup.service deletes them then. */
  backupDays: 30,
  heartbeatDays: 90,
  /** What undoing a merge of two families needs. */
  mergeUndoHours: 24,
  tryDays: 1,
  /** After the last activation link was mailed. */
  neverActivatedDays: 7,
  /** Without a log-in; then the holder gets a notice. */
  inactiveYears: 3,
  /** After the player's last meeting, or after the note was written where none is scheduled. */
  careNoteDays: 30,
  careNoteNoticeDays: 7,
  /** After the family renewed it. */
  renewedCareNoteDays: 365,
  /** Until the parent confirms the address. */
  guardianDays: 7,
  /** From the notice to the erasure of an inactive account. */
  noticeDays: 30,
} as const
