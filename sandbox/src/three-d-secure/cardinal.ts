import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Gateway } from '../platform/gateway.ts'

/** What the browser's 3-D Secure script is started with: names the merchant at the company that runs it. */
export function cardinalJwt(gateway: Gateway): string {
  return writeJwt(gateway, { OrgUnitId: gateway.merchant.id, ReferenceId: randomUUID() })
}

/** What the bank's page gives the browser when the owner of the card has answered. */
export function answerJwt(gateway: Gateway, authenticationId: string): string {
  const Payment = { Type: 'CCA', ProcessorTransactionId: authenticationId }
  return writeJwt(gateway, { Payload: { Validated: true, ActionCode: 'SUCCESS', ErrorNumber: 0, Payment } })
}

const Answer = z.object({
  sub: z.string(),
  exp: z.number(),
  Payload: z.object({ Payment: z.object({ ProcessorTransactionId: z.string() }) }),
})

/** The authentication that an answer is about; undefined when the answer is forged, another merchant's or too old. */
export function readAnswerJwt(gateway: Gateway, jwt: string): string | undefined {
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const sent = Buffer.from(signature, 'base64url')
  const right = signatureOf(gateway, `${head}.${body}`)
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return undefined
  const { data } = Answer.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  if (!data || data.sub !== gateway.merchant.id || data.exp * 1000 < Date.now()) return undefined
  return data.Payload.Payment.ProcessorTransactionId
}

function writeJwt(gateway: Gateway, claims: object): string {
  const seconds = Math.floor(Date.now() / 1000)
  const frame = {
    jti: randomUUID(),
    iat: seconds,
    exp: seconds + 2 * 3600,
    iss: 'courtside',
    sub: gateway.merchant.id,
  }
  const content = [
    { alg: 'HS256', typ: 'JWT' },
    { ...frame, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${content}.${signatureOf(gateway, content).toString('base64url')}`
}

function signatureOf(gateway: Gateway, content: string): Buffer {
  return createHmac('sha256', Buffer.from(gateway.secrets.hashKey, 'hex')).update(`3ds ${content}`).digest()
}
