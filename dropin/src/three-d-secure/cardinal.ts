import { threeDSecureError } from './failures.ts'
import { cardinalFramework, type Framework } from './frameworks.ts'

export type Cardinal = {
  on: <Event extends keyof CardinalEvents>(event: Event, listener: CardinalEvents[Event]) => void
  off: (event: keyof CardinalEvents) => void
  configure: (settings: CardinalSettings) => void
  setup: (kind: 'init', merchant: { jwt: string }) => void
  trigger: (event: 'bin.process', bin: string) => Promise<{ Status?: boolean } | undefined>
  continue: (
    kind: 'cca',
    challenge: { AcsUrl: string; Payload: string | undefined },
    order: { OrderDetails: { TransactionId: string } },
  ) => void
}

export type CardinalEvents = {
  'payments.setupComplete': (data: { sessionId: string }) => void
  'payments.validated': (result: CardinalAnswer, jwt?: string) => void
  'ui.render': () => void
  'ui.close': () => void
  'ui.renderHidden': () => void
  'ui.loading.render': () => void
  'ui.loading.close': () => void
  'ui.inline.setup': (
    html: string,
    details: InlineDetails | undefined,
    resolve: () => void,
    reject: (reason: unknown) => void,
  ) => void
}

export type InlineDetails = { paymentType?: string; data?: { mode?: string } }

export type CardinalAnswer = {
  ActionCode?: string
  ErrorNumber?: number
  ErrorDescription?: string
  Payment?: { ExtendedData?: { ChallengeCancel?: string } }
}

export type CardinalSettings = {
  logging?: { level?: string }
  timeout?: number
  maxRequestRetries?: number
  payment?: { displayLoading?: boolean; displayExitButton?: boolean; framework?: string }
  [name: string]: unknown
}

type Wishes = { cardinalSDKConfig?: CardinalSettings; loggingEnabled?: boolean }

/** Pages can set two fields of `payment`. */
export function cardinalSettings(
  { cardinalSDKConfig, loggingEnabled }: Wishes,
  framework: Framework,
): CardinalSettings {
  const { displayLoading, displayExitButton } = cardinalSDKConfig?.payment ?? {}
  return {
    ...(loggingEnabled && { logging: { level: 'verbose' } }),
    ...cardinalSDKConfig,
    payment: {
      ...(displayLoading !== undefined && { displayLoading }),
      ...(displayExitButton !== undefined && { displayExitButton }),
      ...cardinalFramework(framework),
    },
  }
}

/** Whether the bank has answered; the gateway then checks the answer. */
export const isBankAnswer = ({ ActionCode = '' }: CardinalAnswer) =>
  ['SUCCESS', 'NOACTION', 'FAILURE'].includes(ActionCode)

const codes = {
  10001: 'SETUP_TIMEDOUT',
  10002: 'SETUP_TIMEDOUT',
  10003: 'RESPONSE_TIMEDOUT',
  10007: 'RESPONSE_TIMEDOUT',
  10009: 'RESPONSE_TIMEDOUT',
  10005: 'BAD_CONFIG',
  10006: 'BAD_CONFIG',
  10008: 'BAD_JWT',
  10010: 'BAD_JWT',
  10011: 'CANCELED',
} as const

export function cardinalFailure({ ErrorNumber, ErrorDescription }: CardinalAnswer) {
  const originalError = { code: ErrorNumber, description: ErrorDescription }
  const code = codes[ErrorNumber as keyof typeof codes] ?? 'ERROR'
  return threeDSecureError(`THREEDS_CARDINAL_SDK_${code}`, originalError)
}
