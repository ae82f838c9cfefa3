import { randomInt, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { accounts } from '#people/people.tables.ts'
import type { Caller } from '#people/sign-in/limits.server.ts'
import { addChange } from '#platform/changes.db.server.ts'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { todayIn } from '#platform/format/dates.ts'
import { sha256 } from '#platform/hash.server.ts'
import { refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { programme } from '#platform/settings/programme.tables.ts'
import { linkForFirstOwner } from '#team/invitations/invitations.server.ts'
import { hasAccount, openWithLink } from '#team/invitations/join.server.ts'
import { hasOwner, lockTeam } from '#team/members.server.ts'
import { type SetUp, timeZones } from './set-up.schema.ts'

/** In memory and hashed: read access to the data folder does not suffice to set the site up. */
const codes = new WeakMap<World, { hash: string; remainingTries: number }>()
const tries = 10

/** Without look-alikes. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const someLetters = (many: number) => Array.from({ length: many }, () => letters[randomInt(letters.length)])
const plainCode = (typed: string) => typed.toUpperCase().replace(/[^A-Z\d]/g, '')

export const hasDemo = async (db: Db) => (await db.$count(accounts, eq(accounts.isDemo, true))) > 0

/** Undefined where the site has an owner or the demo; an earlier code ends. */
export async function openSetUp(world: World): Promise<string | undefined> {
  if ((await hasOwner(world.db)) || (await hasDemo(world.db))) return undefined
  const code = [someLetters(5), someLetters(5)].map((part) => part.join('')).join('-')
  codes.set(world, { hash: sha256(plainCode(code)), remainingTries: tries })
  return code
}

/** For the terminal that started the site. */
export const tellStart = async (world: World) => ({
  code: await openSetUp(world),
  hasDemo: await hasDemo(world.db),
  sendsMail: Boolean(world.env.smtpUrl),
})

export const isSetUp = ({ db }: World) => hasOwner(db)

/** After ten wrong codes every code is refused. */
export async function checkCode(world: World, typed: string): Promise<void> {
  if (await hasOwner(world.db)) refuse('token-spent', 'This site has an owner already. Log in at the desk.')
  const code = codes.get(world)
  if (!code || code.remainingTries === 0)
    return refuse('too-many-tries', 'No code is taken now. Start the site again: it prints a new one.')
  const [entered, right] = [sha256(plainCode(typed)), code.hash].map((hash) => Buffer.from(hash)) as [
    Buffer,
    Buffer,
  ]
  if (timingSafeEqual(entered, right)) return
  code.remainingTries -= 1
  refuse('wrong-code', `This is not the code that the start printed. ${describeTries(code.remainingTries)}`)
}

const describeTries = (remaining: number) =>
  remaining === 0
    ? 'It was the last try: start the site again, and it prints a new one.'
    : `${remaining === 1 ? '1 more try is' : `${remaining} more tries are`} left.`

type Browser = Caller & { token?: string | undefined; userAgent?: string | null }

/** Returns the first owner's link, and the cookie's token where the account is new; an existing one logs in there. */
export async function setUp(world: World, form: SetUp, browser: Browser) {
  await checkCode(world, form.code)
  const { owner_email: email, first_name: firstName, last_name: lastName, phone, password } = form
  const link = await world.db.transaction(async (tx) => {
    await lockTeam(tx)
    if (await hasOwner(tx)) refuse('token-spent', 'This site has an owner already. Log in at the desk.')
    await nameIt(tx, form)
    await addChange(tx, { actor: 'site', what: 'programme set up' })
    return linkForFirstOwner(tx, email, form.time_zone)
  })
  if (await hasAccount(world.db, email)) return { link }
  return { link, token: await openWithLink(world, link, { firstName, lastName, phone, password }, browser) }
}

/** The first cause is named like the programme, until a season names it. */
async function nameIt(tx: Db, { name, email, time_zone: timeZone }: SetUp) {
  const { name: before, causes } = await readProgramme(tx)
  const MCT = causes.MCT.name === before ? { ...causes.MCT, name } : causes.MCT
  await tx
    .update(programme)
    .set({ name, email, timeZone, causes: { ...causes, MCT }, seasonBase: todayIn(timeZone) })
}

export async function readInitialValues({ db, env }: World) {
  const { name, email, timeZone } = await readProgramme(db)
  const { hostname } = new URL(env.siteUrl)
  const isNamed = name !== hostname
  return {
    time_zone: timeZones.includes(timeZone) ? timeZone : '',
    name: isNamed ? name : '',
    email: isNamed ? email : '',
  }
}
