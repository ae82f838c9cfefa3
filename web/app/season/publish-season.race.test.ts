import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import { anEvent, aProgramme, aSession } from '../../test/builders.ts'
import { test } from '../../test/database.ts'
import { newDraft, publishSeason } from './publish-season.server.ts'

test('of two owners who publish at once one wins, and the other gets the difference', async ({
  freshDatabase: { db },
}) => {
  await aProgramme(db, { seasonBase: '2027-01-01' })
  const { id: eventId } = await anEvent(db, { priceCents: 18_000 })
  await aSession(db, { eventId, number: 1, startsOn: '2030-06-17', places: 8, description: 'Mornings' })
  const draft = await newDraft(db)
  const publish = (who: string, text: string) =>
    publishSeason(
      db,
      { ...draft, text },
      { by: `member:${who}`, siteUrl: 'https://tennis.example', tellReworded: false },
    )

  const [first, second] = await Promise.all([
    publish('one', draft.text.replace('places: 8', 'places: 12')),
    publish('two', draft.text.replace('note: Mornings', 'note: Afternoons')),
  ])

  const [won, lost] = first.did === 'published' ? [first, second] : [second, first]
  expect([won.did, lost.did]).toEqual(['published', 'stale'])
  const [session] = await db.select().from(sessions)
  const isPlaces = session?.places === 12
  expect([session?.places, session?.description]).toEqual(isPlaces ? [12, 'Mornings'] : [8, 'Afternoons'])
  expect(lost).toMatchObject({ stale: [{ name: isPlaces ? 'places' : 'note' }] })
})
