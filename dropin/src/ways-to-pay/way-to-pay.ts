import type { ReactNode } from 'react'
import type { Gateway } from '../gateway/gateway.ts'
import type { TokenHints } from '../gateway/token-hints.ts'
import type { CreateOptions } from '../merchant-options/create-options.ts'
import type { RequestOptions } from '../merchant-options/request-options.ts'
import type { Running } from '../model/running.ts'
import type { State } from '../model/state.ts'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'

/** Interface of each folder here: one way to pay. */
export type WayToPay = {
  /** Supported by shop, gateway and browser; an exception counts as no. */
  isOffered: (
    options: CreateOptions,
    gateway: Gateway,
    loadCode: Running['loadCode'],
  ) => boolean | Promise<boolean>
  open: (running: Running) => OpenWay
  /** Preloads files that it will need if the client token's hints are right. */
  prepare?: (options: CreateOptions, hints: TokenHints, container: Element) => PreparedWay | undefined
}

/** Preloaded: then opened, or closed if not offered. */
export type PreparedWay = Pick<WayToPay, 'open'> & Pick<OpenWay, 'close'>

export type OpenWay = {
  /** `mounted` gets its root element. */
  Sheet: (props: SheetProps) => ReactNode
  /** Content below the list of saved methods. */
  BelowMethods?: (props: { state: State }) => ReactNode
  /** Makes the sheet work, invisible until `styled`. A rejection disables the option, and is logged. */
  load: (sheet: Element, styled: Promise<void>) => Promise<void>
  /** The widget is visible: results of a return to the page can be processed. */
  appeared?: () => void
  /** Answers `requestPaymentMethod` while the sheet is the view: a method, or a rejection with a DropinError. */
  request: (requestOptions: RequestOptions) => Promise<PaymentMethod>
  /** Completes a saved method with the content below the list, or rejects like `request`. */
  complete?: (chosen: PaymentMethod) => Promise<PaymentMethod>
  /** Handles `updateConfiguration`. */
  configure: (key: string, value: unknown) => void
  close: () => void | Promise<void>
}

/** Open ways of one widget, in the order of the sheets. */
export type OpenWays = ReadonlyMap<string, OpenWay>

export type SheetProps = { state: State; mounted: (sheet: Element | null) => void }
