import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { FamilyLog, FamilyMails } from '#desk/family/log/family-log.tsx'
import { LikelySameFamilies, mergeWith } from '#desk/family/merge/likely-same.tsx'
import { undoMerge } from '#desk/family/merge/undo-merge.server.ts'
import { FamilyMoney } from '#desk/family/money/family-money.tsx'
import { listFamilyActs } from '#desk/family/money-acts/money-acts.db.server.ts'
import { WaitingActs } from '#desk/family/money-acts/waiting-acts.tsx'
import { askForRelease, noteSignedOnPaper } from '#desk/family/registration/desk-families.server.ts'
import { registerFromList } from '#desk/waiting-list/desk-line.server.ts'
import { listFamilyEntries } from '#desk/waiting-list/family-line.server.ts'
import { FamilyWaits } from '#desk/waiting-list/family-waits.tsx'
import { nudgeMail } from '#mail/outbox.server.ts'
import { readCareNote } from '#meetings/care/family-care.server.ts'
import { noteCameBack } from '#offline-payments/desk-money.server.ts'
import { dbContext, worldContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { stayOnPage } from '#platform/forms/stay-on-page.ts'
import { type FormReply, submit } from '#platform/forms/submit.server.ts'
import { rowId } from '#platform/http/page.server.ts'
import { refuse } from '#platform/refusal.ts'
import { paidOutTo } from '#refunds/owed.db.server.ts'
import { readFreeCredit } from '#registrations/credit/free-credit.server.ts'
import { formName, memberContext } from '#team/member.server.ts'
import { may, mayAll } from '#team/rights.ts'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/frame/banner.tsx'
import { unlistedMeta } from '#ui/frame/site.ts'
import { Refused } from '#ui/refused.tsx'
import type { Route } from './+types/family.route.ts'
import {
  type DeskFamily,
  familyAt,
  familyToActOn,
  moneyView,
  readFamily,
  type WholeFamily,
} from './family.server.ts'
import { FamilyHead } from './family-head.tsx'
import { FamilyPlayers, type OpenNote } from './family-players.tsx'
import { FamilyRegistrations } from './family-registrations.tsx'
import './family.css'

type Answer = ReturnType<typeof data<FormReply & { note?: OpenNote }>> | Response

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const member = context.get(memberContext)
  const db = context.get(dbContext)
  const family = await familyAt(db, rowId(params.number))
  if (`${family.number}` !== params.number) throw redirect(`/desk/families/${family.number}`)
  const { log, ...whole } = await readFamily(db, family)
  const maySeeAll = may(member, 'families')
  return {
    family,
    ...(maySeeAll ? whole : moneyView(whole)),
    log: mayAll(member, 'log') ? log : [],
    credit: await creditFor(db, family),
    acts: may(member, 'give back') ? await listFamilyActs(db, member.actor, family.familyId) : [],
    mayGiveBack: may(member, 'give back'),
    waits: maySeeAll ? withKeys(await listFamilyEntries(db, family.accountId)) : [],
    isOwn: member.accountId === family.accountId,
    mayRegister: maySeeAll,
    mayOpenNotes: mayAll(member, 'care'),
    done: doneMessages[new URL(request.url).searchParams.get('done') ?? ''],
  }
}

/** Idempotency keys for accepting offers. */
const withKeys = <Entry,>(entries: Entry[]) =>
  entries.map((entry) => ({ ...entry, key: crypto.randomUUID() }))

const creditFor = async (db: Db, family: DeskFamily) => ({
  freeCents: await readFreeCredit(db, family),
  paidOut: await paidOutTo(db, family.accountId),
})

/** Messages for `?done=` of other pages. */
const doneMessages: Record<string, string> = {
  recorded: 'The payment is recorded, and the receipt is on its way.',
  'recorded-as-credit':
    'The payment is recorded. A place is being paid online at the moment: what was meant for it is credit.',
  'recorded-together': 'The check is recorded for all its families, each with its own receipt.',
  'recorded-on-paper': 'The payment is recorded. Print the receipt: this family has no email.',
  'taken-back': 'The payment is taken back. What it paid is unpaid again.',
  'taken-back-together': 'The check is taken back of all its families. What it paid is unpaid again.',
  'given-up': 'The place is given up, and free for others.',
  'give-up': 'The place is given up, and free for others.',
  'give-back': 'It is given back.',
  waive: 'It is taken off. The family is told by mail.',
  fee: 'The fee is charged. The family is told by mail.',
  'credit-used': 'The credit is used.',
  'pay-out': 'The credit is paid out. The family is told by mail.',
  returned: 'That is written down, and the family is told by mail.',
  registered: 'The player has the place.',
  'in-line': 'The family is on the list. A place that comes free for it is held, and stands here.',
  'moved-ahead':
    'The family is at the head of the list. A place that comes free is held for it, and stands here.',
  'left-list': 'The family is not on the list any more.',
  accepted: 'It is registered, to be paid later.',
  changed: 'The change is saved.',
  'player-deleted': 'The player is deleted.',
  'contact-saved': 'The contact is saved.',
  'contact-removed': 'The contact is removed.',
  merged: 'They are one family now.',
  known: 'This address has an account already: here is its family.',
  made: 'The family is there. Register a player now.',
}

const AcceptForm = z.object({
  entry: z.coerce.number().int().min(1).max(2_147_483_647),
  /** As shown. */
  cents: z.coerce.number().int().min(0),
  key: z.uuid(),
})

/** Forms are told apart by `?form=`. */
export async function action({ request, params, context }: Route.ActionArgs): Promise<Answer> {
  const world = context.get(worldContext)
  const member = context.get(memberContext)
  const form = formName(request)
  const family = () => familyToActOn(world.db, rowId(params.number))
  switch (form) {
    case 'open-note':
      if (!mayAll(member, 'care')) refuse('not-your-work')
      return submit(request, z.object({ person: z.uuid() }), async ({ person }) => {
        const note = await readCareNote(world.db, member, { personId: person, ...(await family()) })
        return data({ note })
      })
    case 'signed-on-paper':
    case 'ask-for-release':
      return submit(request, z.object({}), async () => {
        const act = form === 'signed-on-paper' ? noteSignedOnPaper : askForRelease
        await act(world, await family(), member.actor)
        nudgeMail(world)
        return data({})
      })
    case 'undo-merge':
      return submit(request, z.object({ merge: z.coerce.number().int() }), async ({ merge }) => {
        await undoMerge(world.db, await family(), merge, member.actor)
        return data({})
      })
    case 'accept':
      return submit(request, AcceptForm, async ({ entry, cents, key }) => {
        const offered = await family()
        const accepting = { entryId: entry, seenCents: cents, idempotencyKey: key }
        await registerFromList(world, offered, accepting, member.actor)
        return redirect(`/desk/families/${offered.number}?done=accepted`)
      })
    case 'came-back':
      return submit(request, z.object({ refund: z.uuid() }), async ({ refund }) => {
        await noteCameBack(world, await family(), refund, member.actor)
        nudgeMail(world)
        return data({})
      })
    default:
      return refuse('not-found')
  }
}

export { FormGone as ErrorBoundary } from '#desk/family/form/form-gone.tsx'

export const clientAction = (args: Route.ClientActionArgs) => stayOnPage(args)

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? `Family ${loaderData.family.number}` : 'Family')

export default function FamilyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { family, players, parent, registrations, payments, open, returned, mails, log } = loaderData
  const { creditCents } = loaderData
  const { likely, merges } = loaderData
  const { waits } = loaderData
  const { mayRegister, mayOpenNotes, done, isOwn, mayGiveBack, credit, acts, thisYear } = loaderData
  const { number } = family
  return (
    <article className="family-page">
      <FamilyHead {...{ family, parent, mayRegister, isOwn }} />
      <div className="wrap">
        {actionData?.refused ? (
          <Refused reply={actionData} />
        ) : (
          done && (
            <Banner tone="good" focus={done !== undefined}>
              <p>{done}</p>
            </Banner>
          )
        )}
        <div className="split family-split">
          <aside className="side split-side stack" aria-label="Money and release">
            <FamilyMoney
              {...{ number, thisYear, registrations, payments, open, returned }}
              {...{ creditCents, credit, mayGiveBack }}
            />
            {!family.hasSigned && <Unsigned {...{ family, mayRegister }} />}
            <Merges merges={merges} />
            <LikelySameFamilies likely={likely} to={mergeWith(number)} />
          </aside>
          <div className="flow">
            <WaitingActs acts={acts} isOnFamilyPage />
            <FamilyWaits {...{ number, waits }} />
            <FamilyPlayers
              {...{ number, players, parent, mayRegister, mayOpenNotes, note: actionData?.note }}
            />
            <FamilyRegistrations {...{ number, registrations, mayRegister, mayGiveBack }} />
            <FamilyMails mails={mails} />
            <FamilyLog log={log} />
          </div>
        </div>
      </div>
    </article>
  )
}

/** Merges of the last day. */
function Merges({ merges }: Pick<WholeFamily, 'merges'>) {
  return merges.map(({ id, number, by, until }) => (
    <div className="banner" key={id}>
      <p>
        Family {number} became part of this one, by <bdi>{by}</bdi>. This can be undone until {until}.
      </p>
      <Form method="post" action="?form=undo-merge" preventScrollReset>
        <input type="hidden" name="merge" value={id} />
        <Button type="submit" size="small">
          Make them two again
        </Button>
      </Form>
    </div>
  ))
}

function Unsigned({ family, mayRegister }: { family: DeskFamily; mayRegister: boolean }) {
  return (
    <div className="banner due">
      <p>
        <b>The release is not signed.</b> Players keep their places, and play once it is signed.
      </p>
      {mayRegister && (
        <div className="row">
          {family.isUnopened && family.email && (
            <Form method="post" action="?form=ask-for-release" preventScrollReset>
              <Button type="submit" size="small">
                Ask again
              </Button>
            </Form>
          )}
          <Form method="post" action="?form=signed-on-paper" preventScrollReset>
            <Button type="submit" size="small">
              Signed on paper
            </Button>
          </Form>
        </div>
      )}
    </div>
  )
}
