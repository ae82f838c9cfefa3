import { inArray } from 'drizzle-orm'
import { href } from 'react-router'
import { fullRefund } from '#checkout/mails.server.ts'
import { mailLayout } from '#mail/mail-layout.ts'
import { addMail } from '#mail/outbox.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, toYear } from '#platform/format/dates.ts'
import { dollars, dollarsOrFree } from '#platform/format/money.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { namedPlaces } from '#registrations/named-places.db.server.ts'
import { registrations } from '#registrations/registrations.tables.ts'

type Order = { ids: number[]; orderId: string | null; creditCents: number }

/** The order's mail if credit paid all of it. */
export async function addCreditMail(
  tx: Db,
  siteUrl: string,
  { email }: Visitor,
  { ids, orderId, creditCents }: Order,
) {
  const programme = await readProgramme(tx)
  const places = await namedPlaces(tx, inArray(registrations.id, ids))
  const subject = 'Your sessions have successfully been registered!'
  const [year = 0] = places.map(({ startsOn }) => toYear(startsOn)).sort()
  const content = mailLayout({
    programme,
    title: subject,
    paragraphs: [`Credit used: ${dollars(creditCents)}. Nothing is due.`, fullRefund],
    table: {
      columns: ['Player', 'Session', 'Amount'],
      rows: places.map(({ firstName, event, number, startsOn, priceCents }) => [
        firstName,
        `${event}, Session ${number}, ${longDay(startsOn)}`,
        dollarsOrFree(priceCents),
      ]),
      total: ['To pay', dollars(0)],
    },
    button: {
      text: 'Registration history',
      url: `${siteUrl}${href('/pages/registration-history')}?year=${year}`,
    },
  })
  await addMail(tx, {
    kind: 'registered',
    to: email,
    subject,
    ...content,
    source: orderId ? { orderId } : undefined,
  })
}
