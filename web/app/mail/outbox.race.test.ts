import { expect } from 'vitest'
import { test } from '../../test/harness/database.ts'
import { mails } from './mail.tables.ts'
import { addMail } from './outbox.server.ts'
import { sendDueMails } from './send-mails.server.ts'

test('four pollers send two hundred mails, none of them twice', async ({ freshDatabase: { db } }) => {
  const content = { subject: 'Rain', text: 'No tennis today.', html: '' }
  await db
    .insert(mails)
    .values(Array.from({ length: 200 }, (_, at) => ({ recipient: `parent-${at}@example.test`, ...content })))
  await addMail(db, { kind: 'message', to: 'last@example.test', ...content })
  const sent: string[] = []
  const pollUntilNone = async () => {
    while (await sendDueMails(db, async ({ to }) => sent.push(to)));
  }

  await Promise.all(Array.from({ length: 4 }, pollUntilNone))

  expect(sent).toHaveLength(201)
  expect(new Set(sent).size).toBe(201)
})
