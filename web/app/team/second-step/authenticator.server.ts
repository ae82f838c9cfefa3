import { and, eq, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import type { Db } from '#platform/database/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import type { Env } from '#platform/settings/env.server.ts'
import { seal, unseal } from '#team/desk-key.server.ts'
import { authenticators } from '#team/team.tables.ts'

const stepSeconds = 30

const toTotp = (secret: string, email = '', issuer = '') =>
  new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret), period: stepSeconds })

export const newSecret = () => new Secret({ size: 20 }).base32

export const appAddress = (secret: string, email: string, issuer: string) =>
  toTotp(secret, email, issuer).toString()

/** A QR code, by rows. */
export const appPicture = (address: string): boolean[][] => encode(address, { border: 4 }).data

/** The time step of a valid code; a clock may be one step off. */
export function findStep(secret: string, code: string): number | undefined {
  const now = Date.now()
  const digits = code.replace(/\s/g, '')
  const delta = toTotp(secret).validate({ token: digits, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / stepSeconds) + delta
}

/** Upserts the app after its first valid code. */
export async function storeApp(tx: Db, env: Env, accountId: string, secret: string, lastStep: number) {
  const row = { sealedSecret: seal(env, secret, accountId), confirmedAt: new Date(), lastStep }
  await tx
    .insert(authenticators)
    .values({ accountId, ...row })
    .onConflictDoUpdate({ target: authenticators.accountId, set: row })
}

/** Those sealed with another key than the present one. */
export async function unreadableApps(db: Db, env: Env): Promise<number> {
  const apps = await db
    .select({ sealed: authenticators.sealedSecret, accountId: authenticators.accountId })
    .from(authenticators)
  return apps.filter(({ sealed, accountId }) => unseal(env, sealed, accountId) === undefined).length
}

/** One time: of concurrent requests with one code, one succeeds. */
export async function spendCode(db: Db, env: Env, accountId: string, code: string): Promise<boolean> {
  const isTheirs = eq(authenticators.accountId, accountId)
  const [app] = await db.select({ sealed: authenticators.sealedSecret }).from(authenticators).where(isTheirs)
  if (!app) return false
  const secret = unseal(env, app.sealed, accountId)
  if (!secret) return refuse('desk-key-lost')
  const step = findStep(secret, code)
  if (step === undefined) return false
  const spent = await db
    .update(authenticators)
    .set({ lastStep: step })
    .where(and(isTheirs, lt(authenticators.lastStep, step)))
    .returning({ accountId: authenticators.accountId })
  return spent.length > 0
}
