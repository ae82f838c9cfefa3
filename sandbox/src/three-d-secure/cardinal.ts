import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { AuthenticationStatus } from '../platform/authentication-statuses.ts'
import type { Gateway } from '../platform/gateway.ts'
import { offersOf } from '../platform/offers.ts'
import { type Authentication, threeDSecureOf } from './authentications.ts'

/** What the browser's 3-D Secure script is started with: names the merchant at the company that runs it. */
export function cardinalJwt(gateway: Gateway): string {
  const jwt = writeJwt(gateway, { OrgUnitId: gateway.merchant.id, ReferenceId: randomUUID() })
  return offersOf(gateway.merchant).three_d_secure.jwt === 'forged' ? altered(jwt) : jwt
}

/** Whether the script was started with a JWT of this merchant that still counts. */
export function isSetupJwt(gateway: Gateway, jwt: string): boolean {
  return Setup.safeParse(readJwt(gateway, jwt)).success
}

/**
 * What the bank's page gives the browser when the owner of the card has answered: the provider's result, in the words
 * of its script, which the merchant can have changed (`offers`).
 */
export function answerJwt(gateway: Gateway, row: Authentication): string {
  const { action_code, cancel_code, answer_jwt } = offersOf(gateway.merchant).three_d_secure
  const { enrolled, paresStatus, cavv, eciFlag, xid, threeDSecureVersion } = threeDSecureOf(row)
  const ActionCode = action_code ?? actionCodeOf(row.status)
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

/** An error that the script's numbers do not name. */
const bankError = 1001

function actionCodeOf(status: AuthenticationStatus) {
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

/** The authentication that an answer is about; undefined when the answer is forged, another merchant's or too old. */
export function readAnswerJwt(gateway: Gateway, jwt: string): string | undefined {
  return Answer.safeParse(readJwt(gateway, jwt)).data?.Payload.Payment.ProcessorTransactionId
}

/** The claims of a JWT that this merchant was given lately. */
function readJwt(gateway: Gateway, jwt: string): object | undefined {
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const sent = Buffer.from(signature, 'base64url')
  const right = signatureOf(gateway, `${head}.${body}`)
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return undefined
  const { sub, exp, ...told } = JSON.parse(Buffer.from(body, 'base64url').toString())
  return sub === gateway.merchant.id && exp * 1000 > Date.now() ? { sub, exp, ...told } : undefined
}

function writeJwt(gateway: Gateway, told: object): string {
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
    { ...frame, ...told },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${content}.${signatureOf(gateway, content).toString('base64url')}`
}

const altered = (jwt: string) => `${jwt.slice(0, -4)}${jwt.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`

function signatureOf(gateway: Gateway, content: string): Buffer {
  return createHmac('sha256', Buffer.from(gateway.secrets.hashKey, 'hex')).update(`3ds ${content}`).digest()
}
