import { addressAt, type NarrowSearch, narrowSearchIn, textAt } from '#desk/list-address.ts'
import { type MailKind, mailKinds } from '#mail/mail-kinds.ts'
import { type MailState, mailStates } from '#mail/mail-states.ts'

export type MailSearch = NarrowSearch & {
  recipient?: string | undefined
  state?: MailState | undefined
  kind?: MailKind | undefined
}

/** Search parameters → filter. */
export const parseMailSearch = (params: URLSearchParams): MailSearch => ({
  ...narrowSearchIn(params),
  recipient: textAt(params, 'q'),
  state: mailStates.find((state) => state === params.get('state')),
  kind: mailKinds.find((kind) => kind === params.get('kind')),
})

/** Inverse. */
export const mailListUrl = ({ recipient, ...search }: MailSearch): string =>
  addressAt('/desk/mails', { q: recipient, ...search })
