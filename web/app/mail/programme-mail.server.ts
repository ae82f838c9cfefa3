import type { Db } from '#platform/database/database.server.ts'
import { type MailContent, mailLayout } from './mail-layout.ts'
import { addMail } from './outbox.server.ts'

export const programmeMail = (programme: MailContent['programme'], title: string, paragraphs: string[]) => ({
  kind: 'for the programme' as const,
  to: programme.email,
  subject: title,
  ...mailLayout({ programme, title, paragraphs }),
})

export async function addProgrammeMail(tx: Db, ...mail: Parameters<typeof programmeMail>): Promise<void> {
  await addMail(tx, programmeMail(...mail))
}
