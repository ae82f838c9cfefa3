import { createRoute, z } from '@hono/zod-openapi'
import {
  exampleIds,
  forAccounts,
  invalid,
  json,
  newApi,
  problem,
  RowId,
  reply,
  signedIn,
  signedOut,
} from '#platform/http/api.server.ts'
import { orNotFound } from '#platform/refusal.ts'
import { maxCartItems } from '#registrations/cart.ts'
import { entryEnds } from '#registrations/waiting/waiting-list.tables.ts'
import { leaveList, takeFreePlace } from '#waiting-list/offers/answer-offer.server.ts'
import { type FamilyEntry, listFamilyEntries } from './family-entries.db.server.ts'
import { joinList } from './join-list.server.ts'

/** An entry in line, offered or ended. */
const Entry = z
  .object({
    id: z.int(),
    session_id: z.int(),
    player_ids: z
      .array(z.uuid())
      .openapi({ description: 'One, or several who play together or not at all.' }),
    state: z.enum(['in line', 'offered', 'ended']),
    place: z.int().openapi({ description: 'In line, from 1 on; 0 where it is not in line.' }),
    families: z.int().openapi({ description: 'How many are in line.' }),
    since: z.string().openapi({ description: 'A day, YYYY-MM-DD.' }),
    moved_ahead_on: z
      .array(z.string())
      .openapi({ description: 'The days on which the programme moved another family ahead.' }),
    offered_until: z.iso.datetime().nullable(),
    ended_why: z.enum(entryEnds).nullable(),
  })
  .openapi('WaitingEntry')

const example: z.input<typeof Entry> = {
  ...{ id: 7, session_id: 12, player_ids: [exampleIds.player], state: 'in line' },
  ...{ place: 2, families: 5, since: '2027-06-01', moved_ahead_on: [], offered_until: null, ended_why: null },
}
const Joining = z.object({ session_id: RowId, player_ids: z.array(z.uuid()).min(1).max(maxCartItems) })
const done = z.object({ success: z.literal(true) })
const entryRequest = { body: json(z.object({ entry_id: RowId }), { entry_id: 7 }) }
const noEntry = problem('No such entry of this account, or it has ended', 'not-found')
const wrongEntry = invalid('entry_id', 'entry_id must be at least 1.')

const joinWaitingList = createRoute({
  method: 'post',
  path: '/join-waiting-list',
  operationId: 'joinWaitingList',
  summary: 'Join waiting list',
  description:
    'Puts players of the account at the end of the line for a session that is full: several in one call are offered places together or not at all.',
  ...forAccounts,
  request: {
    body: json(Joining, { session_id: 12, player_ids: [exampleIds.player] }),
  },
  responses: {
    200: reply(done.extend({ entry: Entry }), 'In line', { success: true, entry: example }),
    400: invalid('player_ids', 'player_ids must be a list.'),
    401: signedOut,
    404: problem('No such session, or no such player in the family', 'not-found'),
    409: problem(
      'Nobody can wait for it: the session has places (`not-full`), or is closed, not open yet or begun; a player is on the list (`already-waiting`), registered, or not of its age (`does-not-fit`); or nobody has signed the release (`release-unsigned`)',
      'not-full',
    ),
  },
})

const leaveWaitingList = createRoute({
  method: 'post',
  path: '/leave-waiting-list',
  operationId: 'leaveWaitingList',
  summary: 'Leave waiting list',
  description: 'Leaves the line, or declines what is offered: it goes to the next family.',
  ...forAccounts,
  request: entryRequest,
  responses: {
    200: reply(done, 'Left', { success: true }),
    400: wrongEntry,
    401: signedOut,
    404: noEntry,
    409: problem('A place of the offer is being paid', 'being-paid'),
  },
})

const takeReservedPlace = createRoute({
  method: 'post',
  path: '/take-kept-place',
  operationId: 'takeKeptPlace',
  summary: 'Take kept place',
  description:
    'In the last day before the first meeting: holds what is kept for those in line, for whoever asks first, as long as any hold.',
  ...forAccounts,
  request: entryRequest,
  responses: {
    200: reply(done, 'Held', { success: true }),
    400: wrongEntry,
    401: signedOut,
    404: noEntry,
    409: problem('Somebody was faster (`full`), or places are offered in order (`not-possible`)', 'full'),
  },
})

const myWaitingList = createRoute({
  method: 'post',
  path: '/my-waiting-list',
  operationId: 'myWaitingList',
  summary: 'My waiting list',
  description: 'What the account waits for, is offered, and waited for. No payload.',
  ...forAccounts,
  responses: {
    200: reply(z.object({ entries: z.array(Entry) }), 'The entries, the oldest first', {
      entries: [example],
    }),
    401: signedOut,
  },
})

export const waitingListApi = newApi()
  .openapi(joinWaitingList, async (c) => {
    const visitor = signedIn(c.var.visitor)
    const { session_id: sessionId, player_ids: personIds } = c.req.valid('json')
    const { db } = c.var.world
    const { entryId } = await joinList(db, visitor, { sessionId, personIds })
    const entries = await listFamilyEntries(db, visitor.accountId)
    const entry = orNotFound(entries.find(({ id }) => id === entryId))
    return c.json({ success: true as const, entry: entryReply(entry) }, 200)
  })
  .openapi(leaveWaitingList, async (c) => {
    await leaveList(c.var.world, signedIn(c.var.visitor), c.req.valid('json').entry_id)
    return c.json({ success: true as const }, 200)
  })
  .openapi(takeReservedPlace, async (c) => {
    await takeFreePlace(c.var.world, signedIn(c.var.visitor), c.req.valid('json').entry_id)
    return c.json({ success: true as const }, 200)
  })
  .openapi(myWaitingList, async (c) => {
    const { accountId } = signedIn(c.var.visitor)
    return c.json({ entries: (await listFamilyEntries(c.var.world.db, accountId)).map(entryReply) }, 200)
  })

function entryReply(entry: FamilyEntry): z.input<typeof Entry> {
  const { id, session, state, place, families, since, movedAheadOn, offeredUntil, endedWhy } = entry
  return {
    ...{ id, session_id: session.id, player_ids: entry.children.map(({ personId }) => personId) },
    ...{ state, place: state === 'in line' ? place : 0, families, since, moved_ahead_on: movedAheadOn },
    ...{ offered_until: offeredUntil?.toISOString() ?? null, ended_why: endedWhy },
  }
}
