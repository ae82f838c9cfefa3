import { addProgrammeMail } from '#mail/programme-mail.server.ts'
import { chargeById } from '#payments/charges.db.server.ts'
import type { Difference } from '#payments/reconciliation.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dollars } from '#platform/format/money.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { placesPaidBy } from '#registrations/named-places.db.server.ts'
import { readPayerName } from './payer-name.db.server.ts'

/** The mail names so many; the command shows all. */
const maxDifferences = 20

/** Mails new differences. */
export async function addDifferencesMail(tx: Db, fresh: Difference[]): Promise<void> {
  const programme = await readProgramme(tx)
  const lines: string[] = []
  for (const difference of fresh.slice(0, maxDifferences))
    lines.push(...(await describeDifference(tx, difference)))
  await addProgrammeMail(tx, programme, 'Our books and the card gateway differ', [
    ...lines,
    ...(fresh.length > maxDifferences ? [`And ${fresh.length - maxDifferences} more.`] : []),
    'Nothing was changed by it, and no family was told. Each is told once. All that is open: npm run books',
  ])
}

async function describeDifference(tx: Db, difference: Difference): Promise<string[]> {
  const { id, kind, words, chargeId } = difference
  const charge = chargeId ? await chargeById(tx, chargeId) : undefined
  const from = charge ? ` Paid by ${await readPayerName(tx, charge)}.` : ''
  if (kind !== 'panel refund')
    return [
      `${id}: ${words}${from}`,
      `Once you have seen to it: npm run books -- close ${id} --note "what was done"`,
    ]
  const places = charge ? await placesPaidBy(tx, 'chargeId', [charge.id]) : []
  const standing = places.filter(({ removedAt }) => !removedAt)
  return [
    `${id}: ${words}${from} Was it for a place? As long as nobody has said so, the family keeps what it paid for, and cannot unregister from it by itself.`,
    ...standing.map(
      (place) =>
        `For ${place.firstName}, ${place.event}, Session ${place.number}, ${dollars(place.paidCents)}: npm run books -- given-up ${id} --registration ${place.id}`,
    ),
    `If all stays as it is: npm run books -- close ${id} --note "why"`,
  ]
}
