import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { mails } from '../../web/app/mail/mail.tables.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'

export type Mailbox = ReturnType<typeof openMailbox>

/** What the site has mailed, read where it keeps it. */
export function openMailbox(db: Db) {
  /** Oldest first. */
  function to(recipient: string) {
    return db
      .select({ recipient: mails.recipient, subject: mails.subject, text: mails.text })
      .from(mails)
      .where(eq(mails.recipient, recipient))
      .orderBy(mails.id)
  }

  /** The address in the newest mail to `recipient` whose path begins with `path`; waits for the mail. */
  async function linkTo(recipient: string, path: string): Promise<string> {
    let link: string | undefined
    await expect(async () => {
      const links = (await to(recipient)).flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
      link = links.findLast((address) => new URL(address).pathname.startsWith(path))
      expect(link, `a link to ${path} in the mail`).toBeTruthy()
    }).toPass({ timeout: 10_000 })
    return link ?? ''
  }

  return { to, linkTo }
}
