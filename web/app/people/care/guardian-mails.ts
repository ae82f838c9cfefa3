import { type MailContent, mailLayout } from '#mail/mail-layout.ts'
import { retention } from '#platform/retention.ts'

type Programme = MailContent['programme']

/** Without the child's name: the address may be a stranger's. */
export function guardianMail(programme: Programme, url: string) {
  const subject = `May ${programme.name} write to you?`
  const paragraphs = [
    'Hello,',
    'A player who has an account with us named you as a parent, so that you get copies of our mails: dates, changes, receipts.',
    'If you agree, open the link and press the button. Until then we send you nothing more.',
  ]
  const after = [
    `The link works for ${retention.guardianDays} days; if you do not use it, we forget your address then.`,
    'If you do not want this, there is nothing to do.',
  ]
  const button = { text: 'Yes, send me copies', url }
  return { subject, ...mailLayout({ title: subject, programme, paragraphs, button, after }) }
}
