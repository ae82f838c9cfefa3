import type { SignUp } from '#people/people.schema.ts'
import type { Db } from '#platform/database/database.server.ts'
import { solvedBotCheck } from '../harness/bot-check.ts'

/** Edith's sign-up; what a test cares about it says in `change`. */
export async function aRegistration(db: Db, change: Partial<SignUp> = {}): Promise<SignUp> {
  return {
    user: { email: 'edith@example.test', liability_agreed: true, password: 'forehand-99' },
    g_recaptcha_response: await solvedBotCheck(db),
    parent: { first_name: 'Edith', last_name: 'Lobwell', phone: '(555) 010-0100' },
    ...change,
  }
}

/** The player of Juno's player account. */
export const aHolder = (change: Partial<NonNullable<SignUp['player']>> = {}) => ({
  first_name: 'Juno',
  last_name: 'Lobwell',
  phone: null,
  birthday: '2007-03-01',
  skill_level: 'Advanced' as const,
  parent_email: null,
  ...change,
})
