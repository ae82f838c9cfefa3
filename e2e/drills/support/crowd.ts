import { and, eq, inArray, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { charges } from '../../../web/app/payments/payments.tables.ts'
import { registrations } from '../../../web/app/registrations/registrations.tables.ts'
import { limits } from '../../../web/test/builders/limits.ts'
import { type Family, type Town, until } from './town.ts'

export const lanes = 6
/** Of sites at which such a crowd registers. */
export const settings = {
  GATEWAY_MARGIN_SECONDS: '1',
  // A family tries until it is told, more often than a person would.
  ...limits({ gatewayTimeoutSeconds: 3, settleEverySeconds: 1, cartsPerHour: 1000, holdMinutes: 0.2 }),
  LOG_LEVEL: 'silent',
}

/** Families that register, half by card and half later, and try again until they are told that it is done. */
export function registerAll({ siteUrls }: Pick<Town, 'siteUrls'>, all: Family[]) {
  const told = { card: [] as string[], later: [] as string[] }
  const answers: (number | undefined)[] = []
  const waiting = [...all]
  /** One try, and the time until a person would try again. */
  const tried = async (family: Family, how: How, site: number) => {
    const answer = await answerTo(family, how, site)
    answers.push(answer)
    if (answer !== done) await new Promise((resolve) => setTimeout(resolve, 1000))
    return answer === done
  }
  const lane = async (site: number) => {
    for (let family = waiting.pop(); family; family = waiting.pop()) {
      const how = waiting.length % 2 ? 'card' : 'later'
      await until(() => tried(family, how, site), 60, `a family that registers, ${how}`)
      told[how].push(family.accountId)
    }
  }
  const isOver = Promise.all(Array.from({ length: lanes }, (_, index) => lane(index % siteUrls.length)))
  return { told, answers, count: () => told.card.length + told.later.length, isOver }
}

/** One try; false where no answer came, or none that it is done. */
export const hasRegistered = async (family: Family, how: How, site: number) =>
  (await answerTo(family, how, site)) === done

const done = 200
type How = 'card' | 'later'

/** The status by which a try ended; none where no answer came. */
async function answerTo(family: Family, how: How, site: number): Promise<number | undefined> {
  try {
    const { status, answer } = await family.checkOut(how, site)
    // An earlier try that was not answered was done.
    if (status === 409 && String(answer.problems).includes('is already registered')) return done
    if (status !== done || how === 'later') return status
    return (await family.pay(answer.transaction_request, undefined, site)).status
  } catch {
    return undefined
  }
}

/** What was told to families stands in the database. */
export async function expectKept({ db }: Pick<Town, 'db'>, told: { card: string[]; later: string[] }) {
  const paid = await db
    .selectDistinct({ id: charges.accountId })
    .from(charges)
    .where(and(inArray(charges.accountId, told.card), eq(charges.state, 'accepted')))
  expect(paid, 'families that were told they had paid').toHaveLength(told.card.length)
  const ofThem = [...told.card, ...told.later]
  const registered = await db
    .selectDistinct({ id: registrations.accountId })
    .from(registrations)
    .where(and(inArray(registrations.accountId, ofThem), isNull(registrations.heldUntil)))
  expect(registered, 'families that were told they are registered').toHaveLength(ofThem.length)
}
