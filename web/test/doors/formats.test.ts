import { expect, onTestFinished } from 'vitest'
import { addDays, todayIn } from '#platform/format/dates.ts'
import routes from '../../app/routes.ts'
import { anEvent, aProgramme, aSession, timeZone } from '../builders/builders.ts'
import { aPlaceIn } from '../builders/court.ts'
import { signedInToken } from '../harness/api-client.ts'
import { test } from '../harness/database.ts'
import { aSite } from '../harness/site.ts'
import { aWorld } from '../harness/world.ts'

/** Each format holds memory that the engine does not count, so that a busy hour would fill the machine with them. */
test('a page that is shown again makes no format of Intl again', async ({ db }) => {
  await aProgramme(db)
  const event = await anEvent(db)
  const startsOn = addDays(todayIn(timeZone), 5)
  const session = await aSession(db, { eventId: event.id, startsOn, endsOn: addDays(startsOn, 1) })
  const player = await aPlaceIn(db, session.id, { firstName: 'Pip' })
  const world = aWorld(db)
  const cookie = `sign-in=${await signedInToken(world, player.accountId)}`
  const site = await aSite(world, routes)
  const [DateTimeFormat, ListFormat] = [Intl.DateTimeFormat, Intl.ListFormat]
  onTestFinished(() => void Object.assign(Intl, { DateTimeFormat, ListFormat }))
  const made: string[] = []
  const counted = <Format extends object>(format: Format, name: string): Format =>
    new Proxy(format, {
      construct: (target, options) => {
        made.push(name)
        return Reflect.construct(target as () => object, options)
      },
    })
  Object.assign(Intl, {
    DateTimeFormat: counted(DateTimeFormat, 'DateTimeFormat'),
    ListFormat: counted(ListFormat, 'ListFormat'),
  })

  for (const path of [
    '/',
    `/pages/clinic/${event.id}`,
    '/pages/register',
    '/pages/donate',
    '/pages/account/delete',
  ])
    for (const headers of [undefined, { cookie }]) {
      await (await site(path, { headers })).text()
      made.length = 0
      expect([path, (await site(path, { headers })).status < 400, made]).toEqual([path, true, []])
    }
})
