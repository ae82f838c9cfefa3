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

/** They hold a secret link, which is erased once sent. */
export const kindsWithKey: MailKind[] = [
  'activation',
  'welcome',
  'invitation',
  'password reset',
  'email change',
  'guardian',
]

/** About a player's places and their money: a confirmed guardian gets a copy. */
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

/** The row a mail was made from, and is made anew from when it is sent again. */
export type MailSource =
  | { orderId: string }
  | { chargeId: string }
  | { donationId: string }
  | { messageId: string }
  | { sessionIds: number[] }

/** Regenerated when sent again, since facts may have changed. */
export const kindsWithSource: MailKind[] = ['registered', 'receipt', 'gift', 'message', 'session moved']
