/** What mails are about. Whoever writes of something new adds its word here. */
export const mailKinds = [
  'activation',
  'welcome',
  'invitation',
  'password reset',
  'password changed',
  'email change',
  'email changed',
  'guardian',
  'account',
  'registered',
  'receipt',
  'payment',
  'unregistered',
  'refund',
  'session moved',
  'waiting list',
  'exception',
  'message',
  'care note',
  'gift',
  'gift payment',
  'for the programme',
] as const

export type MailKind = (typeof mailKinds)[number]

/** They hold a link that opens something: its words are for the mailbox alone. */
export const kindsWithKey: MailKind[] = [
  'activation',
  'welcome',
  'invitation',
  'password reset',
  'email change',
  'guardian',
]

/** What happens to the places of a player, and to the money for them: a confirmed guardian gets a copy. */
export const kindsWithCopy: MailKind[] = [
  'registered',
  'receipt',
  'payment',
  'unregistered',
  'refund',
  'session moved',
  'waiting list',
  'exception',
  'message',
]

/** The row that a mail was written from, and is written afresh from when it is sent again: its id, no text. */
export type MailSource =
  | { orderId: string }
  | { chargeId: string }
  | { donationId: string }
  | { messageId: string }
  | { sessionIds: number[] }

/** Sent again with today's words: what changed since they were written would be told wrong. */
export const kindsWithSource: MailKind[] = ['registered', 'receipt', 'gift', 'message', 'session moved']
