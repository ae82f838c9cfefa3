import { expect } from 'vitest'
import routes from '#routes.ts'
import { seasonDrafts } from '#season/season.tables.ts'
import { aMember, anEvent, aProgramme, aSession } from '../../../../test/builders/builders.ts'
import { test } from '../../../../test/harness/database.ts'
import { aSite } from '../../../../test/harness/site.ts'
import { aWorld } from '../../../../test/harness/world.ts'

const session = {
  ...{ number: '1', starts: '2037-06-15', ends: '2037-06-18', from: '09:00', until: '11:30' },
  ...{ 'day-1': 'on', 'day-2': 'on', 'day-3': 'on', 'day-4': 'on' },
  ...{ note: 'Mon to Thu', places: '8', court: '', opens: '', active: 'on' },
}
const coach = 'coach:nobody@courtside.example'
const long = 'a'.repeat(5000)

/** Input on season pages, and the expected problem per field. */
const bad: [page: string, typed: Record<string, string>, problems: Record<string, string>][] = [
  [
    'events/green/2037-1',
    { ...session, until: '08:00', note: long, [coach]: 'on', opens: '2037-03-08T02:30', 'skip-new': 'soon' },
    {
      until: 'It ends before it starts.',
      note: 'That is 5,000 letters long. Write 300 at most.',
      coaches: 'nobody@courtside.example has no account. Invite them to the team first.',
      opens: 'Clocks skip that time on that day. Choose an hour later.',
      'skip-new': 'Choose a day.',
    },
  ],
  [
    'events/green/2037-1',
    { ...session, 'ages-from': '10', 'ages-to': '8', 'ages-on': '2036-09-01' },
    { 'ages-to': 'That is below 10. Enter 10 or more, or nothing.', 'ages-on': 'Choose a day of 2037.' },
  ],
  [
    'events/green/2037-1',
    { ...session, 'ages-from': '0', 'ages-to': '200' },
    {
      'ages-from': 'Enter an age from 1 to 99, or nothing.',
      'ages-to': 'Enter an age from 1 to 99, or nothing.',
    },
  ],
  ['events/green/2037-1', { ...session, from: '25:00' }, { from: '25:00 is no time of day.' }],
  [
    'events/green/2037-1',
    { ...session, ends: '2039-06-15' },
    { ends: 'That makes more than 200 meetings. Choose an earlier last day.' },
  ],
  [
    'events/green/2037-1',
    { ...session, 'extra-day': '2037-06-16', 'extra-from': '11:00', 'extra-until': '12:00' },
    { 'extra-day': 'Two meetings on Jun 16 are at the same time.' },
  ],
  ['events/green/new', session, { number: 'Session 1 of 2037 is there already. Enter another number.' }],
  [
    'events/green',
    {
      ...{ name: 'Green', summary: 'Ages 8', location: 'Park', description: long, active: 'on' },
      price: 'free',
      ...{ 'coach-name': 'Kip', 'coach-line': 'Well said. '.repeat(16), bring: `water\n${long}` },
    },
    {
      'coach-name': 'Coach is “Kip”, who is not on the staff list; write the coach there first.',
      'coach-line': 'A line of the coach is “Well said. Well said.',
      bring: 'What to bring is “aaaa',
      price: 'Price is “free”; write dollars up to 100,000 (0 is free), such as 180 or 95.50.',
      description: 'That is 5,000 letters long. Write 4,000 at most.',
    },
  ],
  ...['-180', '95.505', '100000.01', '99999999'].map((price): (typeof bad)[number] => [
    'events/green',
    { name: 'Green', summary: 'Ages 8', location: 'Park', description: 'Rallies.', active: 'on', price },
    { price: `Price is “${price}”; write dollars up to 100,000 (0 is free), such as 180 or 95.50.` },
  ]),
  [
    'events/green',
    {
      ...{ name: 'Green', summary: 'Ages 8', location: 'Park', description: 'Rallies.', active: 'on' },
      ...{
        price: '180',
        'price note': 'a week',
        'coach-line': 'Well said.',
        bring: 'a\n'.repeat(8).concat('a'),
      },
    },
    {
      'coach-name': 'Coach is “”; write the name of somebody on the staff list.',
      bring: 'What to bring has more than 8 things; write 8 at most.',
    },
  ],
  [
    'programme',
    { 'bio-0': 'Plays left-handed.' },
    { 'name-0': 'Name is “”; write the name of the staff member.' },
  ],
]

test('what cannot be in a season gets its sentence at its field, and nothing that was typed is lost', async ({
  db,
}) => {
  await aProgramme(db, { seasonBase: '2037-01-01' })
  const { id: eventId } = await anEvent(db, { key: 'green' })
  const meets = { days: [1, 2, 3, 4], starts: '09:00', ends: '11:30' }
  await aSession(db, { eventId, number: 1, startsOn: '2037-06-15', endsOn: '2037-06-18', meets })
  const { token } = await aMember(db, ['registrar'])
  const site = await aSite(aWorld(db), routes)

  for (const [page, typed, problems] of bad) {
    const answer = await site(`/desk/season/${page}`, {
      method: 'POST',
      headers: {
        Cookie: `sign-in=${token}`,
        Origin: 'http://localhost:3000',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(typed),
    })
    const html = await answer.text()

    expect(answer.status, page).toBe(400)
    for (const [field, words] of Object.entries(problems))
      expect(problemAt(html, field), `${page}: ${field}`).toContain(words)
    for (const [field, value] of Object.entries(typed))
      if (field !== coach) expect(typedIn(html, field), `${page}: ${field}`).toBe(value)
  }
  expect(await db.$count(seasonDrafts)).toBe(0)
})

const tagOf = (html: string, field: string) =>
  new RegExp(`<(?:input|textarea|select)[^>]* name="${field}"[^>]*>`).exec(html)?.[0] ??
  new RegExp(`<fieldset[^>]*"${field}-problem"[^>]*>`).exec(html)?.[0] ??
  ''

/** The words that a screen reader says after the field. */
function problemAt(html: string, field: string): string {
  const [id = ''] = /aria-describedby="([^"]+)"/.exec(tagOf(html, field))?.[1]?.split(' ') ?? []
  const [, words = ''] = new RegExp(`<p class="problem" id="${id}">(.*?)</p>`).exec(html) ?? []
  return words.replaceAll(/<[^>]+>/g, '')
}

function typedIn(html: string, field: string): string | undefined {
  const tag = tagOf(html, field)
  if (tag.startsWith('<textarea')) return html.split(tag)[1]?.split('</textarea>')[0]?.replace(/^\n/, '')
  if (tag.startsWith('<select')) return /selected="">([^<]*)</.exec(html.split(tag)[1] ?? '')?.[1]
  if (tag.includes('type="checkbox"')) return tag.includes('checked=""') ? 'on' : undefined
  return /value="([^"]*)"/.exec(tag)?.[1]
}
