import { expect } from 'vitest'
import { sessions } from '#events/events.tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import routes from '#routes.ts'
import { eventIn, sessionIn, withSession } from '#season/drafts/draft-edits.ts'
import { editDraft, findDraft, publishDraft } from '#season/drafts/drafts.server.ts'
import type { StructureSession } from '#season/file/season-structure.server.ts'
import { aMember, anEvent, aProgramme, aSession } from '../../../../test/builders/builders.ts'
import { test } from '../../../../test/harness/database.ts'
import { aSite } from '../../../../test/harness/site.ts'
import { aWorld } from '../../../../test/harness/world.ts'

const address = '/desk/season/changes'

/** Two registrars at a season of two sessions, each with 8 places. */
async function twoRegistrars(db: Db) {
  await aProgramme(db, { seasonBase: '2037-01-01' })
  const { id: eventId } = await anEvent(db, { key: 'green', name: 'Green Ball' })
  for (const number of [1, 2])
    await aSession(db, { eventId, number, startsOn: '2037-06-15', endsOn: '2037-06-18', places: 8 })
  const site = await aSite(aWorld(db), routes)
  const aRegistrar = async () => {
    const { id, token } = await aMember(db, ['registrar'])
    const writer = { accountId: id, actor: `member:${id}` as const }
    const headers = { Cookie: `sign-in=${token}`, Origin: 'http://localhost:3000' }
    return {
      change: (number: number, change: Partial<StructureSession>) =>
        editDraft(db, writer, (season) => {
          const before = orNotFound(sessionIn(orNotFound(eventIn(season, 'green')).event, `2037-${number}`))
          return withSession(season, 'green', { ...before, ...change }, `2037-${number}`)
        }),
      publish: async () => {
        const readAt = orNotFound(await findDraft(db, writer)).changedAt.getTime()
        const options = { readAt, siteUrl: 'https://x.example', tellReworded: false }
        return (await publishDraft(db, writer, options)).did
      },
      page: async () => plain(await (await site(address, { headers })).text()),
      send: async (fields: [string, string][]) => {
        const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
        const body = new URLSearchParams(fields)
        const answer = await site(address, { method: 'POST', headers: { ...headers, ...type }, body })
        return { status: answer.status, html: plain(await answer.text()) }
      },
    }
  }
  return [await aRegistrar(), await aRegistrar()] as const
}

const plain = (html: string) => html.replaceAll('<!-- -->', '').replaceAll(/<\/?(?:span|b|bdi)\b[^>]*>/g, '')

/** Form values as rendered: hidden fields and ticked boxes. */
const formIn = (html: string): [string, string][] => {
  const [form = ''] = /<form[^>]*>(?:(?!<\/form>).)*name="revision".*?<\/form>/s.exec(html) ?? []
  return [...form.matchAll(/<input[^>]*>/g)].flatMap(([input]): [string, string][] => {
    const [, name = ''] = /name="([^"]*)"/.exec(input) ?? []
    const [, value = ''] = /value="([^"]*)"/.exec(input) ?? []
    return /type="hidden"|checked=""/.test(input) ? [[name, value]] : []
  })
}
const placesNow = async (db: Db) =>
  (await db.select().from(sessions).orderBy(sessions.number)).map(({ places, court }) => [places, court])

test('two registrars change a session each: who publishes second reads what the first changed, and takes the own lines along, all or one by one', async ({
  db,
}) => {
  const [maria, marlo] = await twoRegistrars(db)
  await marlo.change(2, { places: 12, court: 'Court 2' })
  await maria.change(1, { places: 10 })
  expect(await maria.publish()).toBe('published')

  expect(await marlo.publish()).toBe('stale')
  const html = await marlo.page()
  expect(html).toMatch(/published since, [^:]*:\d\d [AP]M: here is what changed/)
  expect(html).toMatch(/Green Ball, Session 1 of 2037.*?Places.*?was 8 places.*?becomes 10 places/s)
  expect(html).toContain('Green Ball, Session 2 of 2037: Places, 8 places → 12 places')
  expect(html).toContain('Green Ball, Session 2 of 2037: Courts, none → Court 2')
  const form = formIn(html)
  expect(form.filter(([, value]) => value === 'mine')).toHaveLength(2)
  const without = ([name, value]: [string, string]) => !(name.endsWith('|court') && value === 'mine')
  expect((await marlo.send(form.filter(without))).status).toBe(302)

  expect(await marlo.publish()).toBe('published')
  expect(await placesNow(db)).toEqual([
    [10, null],
    [12, null],
  ])
})

test('where two registrars change the same line of one session, nothing that the first published is undone unseen', async ({
  db,
}) => {
  const [maria, marlo] = await twoRegistrars(db)
  await marlo.change(1, { places: 12, court: 'Court 2' })
  await maria.change(1, { places: 10 })
  await maria.publish()
  const html = await marlo.page()
  expect(html).toContain('Green Ball, Session 1 of 2037: Places. It was 8 places when you began.')
  const places: [string, string] = ['session clinic green 2037-1|places', 'mine']

  expect((await marlo.send(formIn(html))).html).toContain('One line needs your answer.')
  await maria.change(1, { court: 'Court 5' })
  await maria.publish()
  const meanwhile = await marlo.send([...formIn(html), places])
  expect([meanwhile.status, meanwhile.html]).toEqual([
    409,
    expect.stringContaining('Somebody published meanwhile. Read what changed once more.'),
  ])
  const court: [string, string] = ['session clinic green 2037-1|court', 'theirs']
  expect((await marlo.send([...formIn(await marlo.page()), places])).html).toContain('One line needs')
  expect((await marlo.send([...formIn(await marlo.page()), places, court])).status).toBe(302)

  expect(await marlo.publish()).toBe('published')
  expect(await placesNow(db)).toEqual([
    [12, 'Court 5'],
    [8, null],
  ])
})
