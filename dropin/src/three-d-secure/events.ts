import type { Emitter } from '../platform/emitter.ts'
import type { LookedUp } from './lookup.ts'

/** A listener that gets a function must call it: the verification waits. */
export type ThreeDSecureEvents = {
  'lookup-complete': LookedUp
  'customer-canceled': undefined
  'authentication-modal-render': undefined
  'authentication-modal-close': undefined
  'authentication-modal-render-hidden': undefined
  'authentication-modal-loader-render': undefined
  'authentication-modal-loader-close': undefined
  'authentication-iframe-available': { element: Element }
}

export type ThreeDSecureEmitter = Emitter<ThreeDSecureEvents>
