import type { ReactElement } from 'react'
import type { Dropin, DropinEvents, Options } from './dropin.ts'

export type DropInProps = {
  /** Options of `create`. Another `authorization` makes another widget; the rest is read once. */
  options: Omit<Options, 'container' | 'selector' | 'locale' | 'signal'>
  /** The language of the texts; can change. */
  locale?: string | undefined
  /** Called with the widget once it can be used, and with null when it is removed. */
  onInstance?: ((widget: Dropin | null) => void) | undefined
  /** Called when creation fails; logged without it. */
  onError?: ((problem: Error) => void) | undefined
  /** Listeners by event. */
  on?: { [Event in keyof DropinEvents]?: (payload: DropinEvents[Event]) => void } | undefined
  className?: string | undefined
}

/** A payment widget in React, for React 18 and later. */
export declare function DropIn(props: DropInProps): ReactElement
