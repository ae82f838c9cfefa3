import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { mails } from '#mail/mail.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orders, registrations } from '#registrations/registrations.tables.ts'
import { formatSeason, parseStructure } from '#season/file/season-structure.server.ts'
import { anEvent, aProgramme, aSession } from '../../../test/builders/builders.ts'
import { aBuyingFamily } from '../../../test/builders/buying-family.ts'
import { aSessionWithFamilies } from '../../../test/builders/many-families.ts'
import { readGatewayBooks } from '../../../test/gateway/gateway-books.ts'
import { test } from '../../../test/harness/database.ts'
import { whileHeld } from '../../../test/harness/held-while-waiting.ts'
import { latestMail } from '../../../test/harness/latest-mail.ts'
import type { Gateway } from '../../../test/harness/world.ts'
import { newDraft, publishSeason } from './publish-season.server.ts'

const desk = { by: 'member:robin', siteUrl: 'https://tennis.example', tellReworded: false } as const

test('of two owners who publish at once one wins, and the other gets the difference', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db, { seasonBase: '2027-01-01' })
  const { id: eventId } = await anEvent(db, { priceCents: 18_000 })
  await aSession(db, { eventId, number: 1, startsOn: '2030-06-17', places: 8, description: 'Mornings' })
  const draft = await newDraft(db)
  const text = formatSeason(draft.structure)
  const publish = (who: string, changed: string) =>
    publishSeason(db, { ...draft, structure: parseStructure(changed) }, { ...desk, by: `member:${who}` })

  const [first, second] = await Promise.all([
    publish('one', text.replace('places: 8', 'places: 12')),
    publish('two', text.replace('note: Mornings', 'note: Afternoons')),
  ])

  const [won, lost] = first.did === 'published' ? [first, second] : [second, first]
  expect([won.did, lost.did]).toEqual(['published', 'stale'])
  const [session] = await db.select().from(sessions)
  const isPlaces = session?.places === 12
  expect([session?.places, session?.description]).toEqual(isPlaces ? [12, 'Mornings'] : [8, 'Afternoons'])
  expect(lost).toMatchObject({ stale: [{ name: isPlaces ? 'Places' : 'Text' }] })
})

/**
 * A family checks out a session while somebody publishes a season without it. Who begins first has touched the session
 * when the other comes, and is kept from its end by a lock on `table`.
 */
async function checkOutDuringPublish(
  { db, url, gateway }: { db: Db; url: string; gateway: Gateway },
  begins: 'publish' | 'checkout',
  table: string,
) {
  const { call, item } = await aBuyingFamily(db, gateway.settings)
  await aProgramme(db, { seasonBase: '2027-01-01' })
  const draft = await newDraft(db)
  const structure = { ...draft.structure, clinics: [] }
  const payment = begins === 'publish' ? 'card' : 'later'
  return whileHeld(url, { table: 'events', id: 0 }, async (countWaiting, holder) => {
    await holder.query(`lock table ${table} in share mode`)
    const comes = async <Answer>(who: typeof begins, deed: () => Promise<Answer>) => {
      if (who !== begins) await expect.poll(countWaiting, { timeout: 5000 }).toBe(1)
      return deed()
    }
    const release = async () => {
      await expect.poll(countWaiting, { timeout: 5000 }).toBe(2)
      await holder.query('commit')
    }
    const [published, answered] = await Promise.all([
      comes('publish', () => publishSeason(db, { ...draft, structure }, desk)),
      comes('checkout', () => call('/process-all-cart-items', { cart: [item], payment })),
      release(),
    ])
    return { published, answered }
  })
}

test('who checks out a session that a publish deletes at that moment reads that it is no longer offered, and nothing is kept or charged', async ({
  freshDatabase: { db, url },
  gateway,
}) => {
  const booked = () => readGatewayBooks(gateway.settings.GATEWAY_URL)
  const before = await booked()

  const { published, answered } = await checkOutDuringPublish(
    { db, url, gateway },
    'publish',
    'season_revisions',
  )

  expect(published).toMatchObject({ did: 'published' })
  expect(answered).toMatchObject({
    status: 409,
    answer: { code: 'cart-changed', problems: ['This session is no longer offered.'] },
  })
  const counts = [await db.$count(sessions), await db.$count(registrations), await db.$count(orders)]
  expect(counts).toEqual([0, 0, 0])
  expect(await booked()).toEqual(before)
})

test('a session that a family has just checked out is closed by the publish that waits for it, not deleted, and the family is told', async ({
  freshDatabase: { db, url },
  gateway,
}) => {
  const { published, answered } = await checkOutDuringPublish({ db, url, gateway }, 'checkout', 'mails')

  expect(answered).toMatchObject({ status: 200 })
  expect(published).toMatchObject({ did: 'published', notified: { families: 1 } })
  expect(await db.select().from(sessions)).toMatchObject([{ isActive: false, taken: 1 }])
  expect((await latestMail(db)).subject).toContain('does not take place')
})

test('the mails of a publish are written in one statement, for 300 families as for 3, each with a Message-ID of its own', async ({
  freshDatabase: { db },
  overheard,
}) => {
  await aProgramme(db)
  await aSessionWithFamilies(db, 300)
  const draft = await newDraft(db)

  const text = formatSeason(draft.structure)
  const later = text.replace('2030-06-17', '2030-06-24').replace('2030-06-20', '2030-06-27')
  const moved = { ...draft, structure: parseStructure(later) }
  const published = await publishSeason(overheard.db, moved, {
    by: 'member:robin',
    siteUrl: 'https://tennis.example',
    tellReworded: false,
  })

  expect(published).toMatchObject({ did: 'published', notified: { families: 300 } })
  expect(overheard.asked.filter(({ text }) => text.includes('insert into "mails"'))).toHaveLength(1)
  const written = await db.select().from(mails).orderBy(mails.id)
  const inOrder = written.map(({ recipient }) => recipient)
  expect(inOrder).toEqual(inOrder.toSorted())
  expect(new Set(written.map(({ messageId }) => messageId)).size).toBe(300)
  expect(written.every(({ accountId, familyId }) => accountId && familyId)).toBe(true)
})
