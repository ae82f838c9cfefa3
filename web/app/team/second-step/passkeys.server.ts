import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, eq, sql } from 'drizzle-orm'
import type { World } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { sha256 } from '#platform/hash.server.ts'
import { isFirstUse } from '#platform/http/rate-limit.server.ts'
import { refuse } from '#platform/refusal.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { seal, unseal } from '#team/desk-key.server.ts'
import { passkeys } from '#team/team.tables.ts'

const goodForMs = 5 * 60_000

/** The relying party. */
const siteIn = ({ env }: World) => {
  const { hostname, origin } = new URL(env.siteUrl)
  return { rpID: hostname, origin }
}

/** A challenge for log-in cannot register a passkey. */
type Purpose = 'new' | 'known'

/** The challenge travels sealed with the page, so that nothing is stored. */
const sealChallenge = ({ env }: World, challenge: string, purpose: Purpose, accountId: string) =>
  seal(
    env,
    JSON.stringify({ challenge, until: Date.now() + goodForMs }),
    `${purpose} passkey of ${accountId}`,
  )

/** Each is taken once. */
async function openChallenge({ env, db }: World, sealed: string, purpose: Purpose, accountId: string) {
  const text = unseal(env, sealed, `${purpose} passkey of ${accountId}`)
  if (!text) return refuse('passkey-failed')
  const { challenge, until }: { challenge: string; until: number } = JSON.parse(text)
  const isFirst = await isFirstUse(db, `passkey:${sha256(challenge)}`, new Date(until))
  return isFirst && until >= Date.now() ? challenge : refuse('passkey-failed')
}

const listCredentials = (db: Db, accountId: string) =>
  db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(passkeys.createdAt)

/** Without public keys, for lists. */
export const listPasskeys = (db: Db, accountId: string) =>
  db
    .select({ id: passkeys.credentialId, name: passkeys.name, since: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(passkeys.createdAt)

const named = (key: { credentialId: string; transports: string[] }) => ({
  id: key.credentialId,
  transports: key.transports as AuthenticatorTransport[],
})

/** WebAuthn registration options. */
export async function offerPasskey(world: World, who: { accountId: string; email: string; name: string }) {
  const known = await listCredentials(world.db, who.accountId)
  const options = await generateRegistrationOptions({
    rpName: `${(await readProgramme(world.db)).name} desk`,
    rpID: siteIn(world).rpID,
    userID: new TextEncoder().encode(who.accountId),
    userName: who.email,
    userDisplayName: who.name,
    excludeCredentials: known.map(named),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  return {
    options: JSON.stringify(options),
    challenge: sealChallenge(world, options.challenge, 'new', who.accountId),
  }
}

export type SentPasskey = { challenge: string; answer: string }

export async function readNewPasskey(world: World, accountId: string, { challenge, answer }: SentPasskey) {
  const { rpID, origin } = siteIn(world)
  const verified = await verifyRegistrationResponse({
    response: jsonIn<RegistrationResponseJSON>(answer),
    expectedChallenge: await openChallenge(world, challenge, 'new', accountId),
    expectedOrigin: origin,
    expectedRPID: rpID,
  }).catch(() => refuse('passkey-failed'))
  if (!verified.verified) return refuse('passkey-failed')
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return {
    accountId,
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
  }
}

export const storePasskey = (tx: Db, passkey: Awaited<ReturnType<typeof readNewPasskey>>, name: string) =>
  tx
    .insert(passkeys)
    .values({ ...passkey, name })
    .onConflictDoNothing()

/** WebAuthn authentication options; undefined where the account has no passkey. */
export async function askForPasskey(world: World, accountId: string) {
  const known = await listCredentials(world.db, accountId)
  if (known.length === 0) return undefined
  const options = await generateAuthenticationOptions({
    rpID: siteIn(world).rpID,
    allowCredentials: known.map(named),
    userVerification: 'required',
  })
  return {
    options: JSON.stringify(options),
    challenge: sealChallenge(world, options.challenge, 'known', accountId),
  }
}

/** Verifies a passkey's signature. */
export async function spendPasskey(world: World, accountId: string, { challenge, answer }: SentPasskey) {
  const { rpID, origin } = siteIn(world)
  const response = jsonIn<AuthenticationResponseJSON>(answer)
  const key = (await listCredentials(world.db, accountId)).find(
    ({ credentialId }) => credentialId === response.id,
  )
  if (!key) return refuse('passkey-failed')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: await openChallenge(world, challenge, 'known', accountId),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      ...named(key),
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
    },
  }).catch(() => refuse('passkey-failed'))
  if (!verified) refuse('passkey-failed')
  await world.db
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.credentialId, key.credentialId), eq(passkeys.accountId, accountId)))
}

function jsonIn<Json>(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('passkey-failed')
  }
}
