import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { AuthenticationStatus } from '../platform/authentication-statuses.ts'
import type { Gateway } from '../platform/gateway.ts'
import { parseOffers } from '../platform/offers.ts'
import { type Authentication, toThreeDSecure } from './authentications.ts'

/** Starts the 3-D Secure script; names the merchant to its provider. */
export function cardinalJwt(gateway: Gateway): string {
  const jwt = writeJwt(gateway, { OrgUnitId: gateway.merchant.id, ReferenceId: randomUUID() })
  return parseOffers(gateway.merchant).three_d_secure.jwt === 'forged' ? altered(jwt) : jwt
}

/** Signed for this merchant and not expired. */
export function isSetupJwt(gateway: Gateway, jwt: string): boolean {
  return Setup.safeParse(readJwt(gateway, jwt)).success
}

/** The provider's result in the terms of its script; `offers` can override it. */
export function answerJwt(gateway: Gateway, row: Authentication): string {
  const { action_code, cancel_code, answer_jwt } = parseOffers(gateway.merchant).three_d_secure
  const { enrolled, paresStatus, cavv, eciFlag, xid, threeDSecureVersion } = toThreeDSecure(row)
  const ActionCode = action_code ?? actionCodeFor(row.status)
  const isError = ActionCode === 'ERROR'
  const Payload = {
    Validated: ActionCode === 'SUCCESS',
    ActionCode,
    ErrorNumber: isError ? bankError : 0,
    ErrorDescription: isError ? 'The bank could not answer.' : '',
    Payment: {
      Type: 'CCA',
      ProcessorTransactionId: row.id,
      ExtendedData: {
        ...{ Enrolled: enrolled, PAResStatus: paresStatus, SignatureVerification: 'Y' },
        ...{ CAVV: cavv, ECIFlag: eciFlag, XID: xid, ThreeDSVersion: threeDSecureVersion },
        ChallengeCancel: cancel_code ?? (row.answer === 'canceled' ? '01' : undefined),
      },
    },
  }
  const jwt = writeJwt(gateway, { Payload })
  return answer_jwt === 'altered' ? altered(jwt) : jwt
}

/** Not among the documented error numbers. */
const bankError = 1001

function actionCodeFor(status: AuthenticationStatus) {
  if (status === 'authenticate_error') return 'ERROR'
  if (status === 'authenticate_unable_to_authenticate') return 'NOACTION'
  return status === 'authenticate_successful' ? 'SUCCESS' : 'FAILURE'
}

const claims = { sub: z.string(), exp: z.number() }
const Setup = z.object({ ...claims, OrgUnitId: z.string() })
const Answer = z.object({
  ...claims,
  Payload: z.object({ Payment: z.object({ ProcessorTransactionId: z.string() }) }),
})

/** Undefined when the answer is forged, another merchant's or too old. */
export function readAnswerJwt(gateway: Gateway, jwt: string): string | undefined {
  return Answer.safeParse(readJwt(gateway, jwt)).data?.Payload.Payment.ProcessorTransactionId
}

/** Undefined for a wrong signature, merchant or expiry. */
function readJwt(gateway: Gateway, jwt: string): object | undefined {
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const sent = Buffer.from(signature, 'base64url')
  const right = sign(gateway, `${head}.${body}`)
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return undefined
  const { sub, exp, ...payload } = JSON.parse(Buffer.from(body, 'base64url').toString())
  return sub === gateway.merchant.id && exp * 1000 > Date.now() ? { sub, exp, ...payload } : undefined
}

function writeJwt(gateway: Gateway, payload: object): string {
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
    { ...frame, ...payload },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${content}.${sign(gateway, content).toString('base64url')}`
}

const altered = (jwt: string) => `${jwt.slice(0, -4)}${jwt.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`

function sign(gateway: Gateway, content: string): Buffer {
  return createHmac('sha256', Buffer.from(gateway.secrets.hashKey, 'hex')).update(`3ds ${content}`).digest()
}
