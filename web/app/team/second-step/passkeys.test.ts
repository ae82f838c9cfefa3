import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { orNotFound } from '#platform/refusal.ts'
import { aMember } from '../../../test/builders/builders.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'
import { askForPasskey, spendPasskey, storePasskey } from './passkeys.server.ts'

/** A passkey of one account, with a key and no counter, as phones and password managers have them. */
function aPasskey(accountId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const id = 'a-passkey'
  const row = {
    accountId,
    credentialId: id,
    publicKey: cose.toString('base64url'),
    counter: 0,
    transports: [],
  }
  /** Signs the options, for a site at this origin. */
  const answer = (options: string, origin: string) => {
    const { challenge } = JSON.parse(options)
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }))
    const sha256 = (what: string | Buffer) => createHash('sha256').update(what).digest()
    const seenAndVerified = Buffer.from('0500000000', 'hex')
    const data = Buffer.concat([sha256(new URL(origin).hostname), seenAndVerified])
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
    const response = { clientDataJSON: clientData, authenticatorData: data, signature }
    const inText = Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(inText),
    })
  }
  return { row, answer }
}

test('what a passkey has signed is taken once, also when the day ends meanwhile', async ({ db }) => {
  const world = aWorld(db, { DESK_KEY: 'a key of the desk for tests, 32 letters' })
  const { id } = await aMember(db, ['owner'])
  const { row, answer } = aPasskey(id)
  await storePasskey(db, row, 'a phone')
  const { options, challenge } = orNotFound(await askForPasskey(world, id))
  const sent = { challenge, answer: answer(options, 'http://localhost:3000') }
  await db.execute(sql`create schema yesterday`)
  await db.execute(
    sql`create function yesterday.now() returns timestamptz language sql as $$ select pg_catalog.now() - interval '1 day' $$`,
  )

  await db.execute(sql`set local search_path = yesterday, public, pg_catalog`)
  await spendPasskey(world, id, sent)
  await db.execute(sql`set local search_path = public`)

  await expect(spendPasskey(world, id, sent)).rejects.toMatchObject({ code: 'passkey-failed' })
})
