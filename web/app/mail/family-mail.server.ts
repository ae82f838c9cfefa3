import type { Db } from '#platform/database/database.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { type MailContent, mailLayout } from './mail-layout.ts'
import { addMail, type MailToSend } from './outbox.server.ts'

export async function addFamilyMail(
  tx: Db,
  { kind, to, attachments }: Pick<MailToSend, 'kind' | 'attachments'> & { to: string | null | undefined },
  content: Omit<MailContent, 'programme'>,
): Promise<void> {
  if (!to) return
  const layout = mailLayout({ programme: await readProgramme(tx), ...content })
  await addMail(tx, { kind, to, subject: content.title, ...layout, attachments })
}
