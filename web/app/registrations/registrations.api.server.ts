import { createRoute, z } from '@hono/zod-openapi'
import { kinds } from '#events/kinds.ts'
import { PersonReply, readUser } from '#people/sign-in/user.server.ts'
import { inDollars } from '#platform/format/money.ts'
import { exampleIds, forAccounts, newApi, reply, signedIn, signedOut } from '#platform/http/api.server.ts'
import { type RegistrationEntry, registrationEntries, withTransactions } from './entries.db.server.ts'
import type { registeredLists } from './registration-rules.ts'

const event = z.object({ id: z.number().int(), name: z.string(), price: z.number(), type: z.enum(kinds) })

/** In the shape of P: the event under the name of its kind. Dollars, and days YYYY-MM-DD. */
const Entry = z
  .object({
    r_id: z.number().int(),
    paid: z.boolean(),
    amount_paid: z.number().openapi({ example: 180 }),
    session: z.object({
      id: z.number().int(),
      session_number: z.number().int(),
      start_date: z.string(),
      end_date: z.string(),
      description: z.string(),
    }),
    clinic: event.optional(),
    lesson: event.optional(),
    league: event.optional(),
    tournament: event.optional(),
    transaction: z.object({ transaction_id: z.string() }).nullable(),
  })
  .openapi('RegistrationEntry')

const entries = z.array(Entry)
const RegisteredPerson = PersonReply.extend({
  registered_clinics: entries,
  registered_lessons: entries,
  registered_leagues: entries,
  registered_tournaments: entries,
}).openapi('RegisteredPerson')

const User = z
  .object({
    id: z.uuid(),
    email: z.string(),
    liability_agreed: z.boolean(),
    myself: RegisteredPerson.nullable(),
    parent: RegisteredPerson.nullable(),
    family: z.array(RegisteredPerson),
  })
  .openapi('User')

const none = {
  registered_clinics: [],
  registered_lessons: [],
  registered_leagues: [],
  registered_tournaments: [],
}
const exampleUser: z.infer<typeof User> = {
  id: exampleIds.account,
  email: 'robin@example.com',
  liability_agreed: true,
  myself: null,
  parent: {
    id: '2e9b4c7d-8a15-4f63-b0d2-6c3f1e5a7b44',
    first_name: 'Robin',
    last_name: 'Vale',
    phone: '(555) 010-0142',
    birthday: null,
    skill_level: null,
    is_active: true,
    ...none,
  },
  family: [
    {
      id: exampleIds.player,
      first_name: 'Pip',
      last_name: 'Vale',
      phone: null,
      birthday: '2016-04-12',
      skill_level: 'Beginner',
      is_active: true,
      ...none,
      registered_clinics: [
        {
          r_id: 214,
          paid: true,
          amount_paid: 180,
          session: {
            id: 12,
            session_number: 1,
            start_date: '2027-06-21',
            end_date: '2027-06-24',
            description: 'Mon to Thu, 9:00 to 11:30 am (Ages 8 to 10)',
          },
          clinic: { id: 3, name: 'Summer Mornings', price: 180, type: 'clinic' },
          transaction: { transaction_id: 'k3x9v2qd' },
        },
      ],
    },
  ],
}

const refreshUser = createRoute({
  method: 'post',
  path: '/refresh-user',
  operationId: 'refreshUser',
  summary: 'Refresh user',
  ...forAccounts,
  description: 'The signed-in account with its people and all their registrations. No payload.',
  responses: { 200: reply(User, 'The user', exampleUser), 401: signedOut },
})

export const registrationsApi = newApi().openapi(refreshUser, async (c) => {
  const { accountId } = signedIn(c.var.visitor)
  const user = await readUser(c.var.world.db, accountId)
  const { db } = c.var.world
  const all = await withTransactions(db, await registrationEntries(db, accountId))
  const withEntries = (person: PersonReply) => ({
    ...person,
    ...groupByKind(all.filter(({ personId }) => personId === person.id)),
  })
  const { myself, parent, family } = user
  return c.json(
    {
      ...user,
      myself: myself && withEntries(myself),
      parent: parent && withEntries(parent),
      family: family.map(withEntries),
    },
    200,
  )
})

function groupByKind(personEntries: RegistrationEntry[]) {
  const listFor = (kind: keyof typeof registeredLists) =>
    personEntries.filter((entry) => entry.event.kind === kind).map(entryReply)
  return {
    registered_clinics: listFor('clinic'),
    registered_lessons: listFor('lesson'),
    registered_leagues: listFor('league'),
    registered_tournaments: listFor('tournament'),
  }
}

function entryReply(entry: RegistrationEntry): z.infer<typeof Entry> {
  const { session, event, priceCents, paidCents, standing, transactionId } = entry
  const price = inDollars(priceCents)
  return {
    r_id: entry.id,
    paid: standing === 'paid',
    amount_paid: inDollars(paidCents),
    session: {
      id: session.id,
      session_number: session.number,
      start_date: session.startsOn,
      end_date: session.endsOn,
      description: session.description,
    },
    [event.kind]: { id: event.id, name: event.name, price, type: event.kind },
    transaction: transactionId ? { transaction_id: transactionId } : null,
  }
}
