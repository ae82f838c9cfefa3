import type { ReactNode } from 'react'
import type { Foretold } from '../gateway/foretold.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { CreateOptions } from '../merchant-options/create-options.ts'
import type { RequestOptions } from '../merchant-options/request-options.ts'
import type { Running } from '../model/running.ts'
import type { State } from '../model/state.ts'
import type { PaymentMethod } from '../payment-methods/payment-method.ts'

/** What a folder beside this file brings: one way to pay. */
export type WayToPay = {
  /** Whether shop, gateway and browser offer it; an exception counts as no. */
  isOffered: (
    options: CreateOptions,
    gateway: Gateway,
    loadCode: Running['loadCode'],
  ) => boolean | Promise<boolean>
  /** Begins it for one widget; nothing is loaded yet. */
  open: (running: Running) => OpenWay
  /** Loads ahead, beside the widget, what it will need if the configuration is as foretold. */
  prepare?: (options: CreateOptions, foretold: Foretold, container: Element) => PreparedWay | undefined
}

/** A way to pay that is opened with what was loaded ahead, or not at all. */
export type PreparedWay = Pick<WayToPay, 'open'> & Pick<OpenWay, 'close'>

/** A way to pay of one widget. */
export type OpenWay = {
  /** Its sheet, which hands over its root element as soon as that is on the page. */
  Sheet: (props: SheetProps) => ReactNode
  /** What it asks for below the list of saved methods. */
  BelowMethods?: (props: { state: State }) => ReactNode
  /** Makes the sheet work, of which nothing is seen before it is `styled`. A rejection shows the option disabled, and is logged. */
  load: (sheet: Element, styled: Promise<void>) => Promise<void>
  /** The widget has appeared: what a payer has brought with them can be taken now. */
  appeared?: () => void
  /** Answers `requestPaymentMethod` while the sheet is the view: a method, or a rejection with a DropinError. */
  request: (asked: RequestOptions) => Promise<PaymentMethod>
  /** Gives a chosen method with what was asked for below the list, or rejects like `request`. */
  complete?: (chosen: PaymentMethod) => Promise<PaymentMethod>
  /** Takes a setting that the shop changes (`updateConfiguration`). */
  configure: (key: string, value: unknown) => void
  /** Ends it, loaded or not. */
  close: () => void | Promise<void>
}

/** Those of one widget, in the order of their sheets. */
export type OpenWays = ReadonlyMap<string, OpenWay>

export type SheetProps = { state: State; mounted: (sheet: Element | null) => void }
