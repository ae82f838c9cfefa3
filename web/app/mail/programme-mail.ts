import { type MailContent, mailLayout } from './mail-layout.ts'

/** A mail to the people who run the programme. */
export const programmeMail = (programme: MailContent['programme'], title: string, paragraphs: string[]) => ({
  kind: 'for the programme' as const,
  to: programme.email,
  subject: title,
  ...mailLayout({ programme, title, paragraphs }),
})
