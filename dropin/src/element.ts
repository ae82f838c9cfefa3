import type { Dropin, DropinEvents } from '@courtside/dropin'
import { type Opened, openIn } from './open-in.ts'
import type { PaymentDropinEvents, PaymentDropinOptions } from './public-types/element.ts'

const named: Record<keyof DropinEvents, true> = {
  ...{ changeActiveView: true, paymentMethodRequestable: true, noPaymentMethodRequestable: true },
  ...{ paymentOptionSelected: true, 'card:binAvailable': true, '3ds:customer-canceled': true },
  ...{ '3ds:authentication-modal-render': true, '3ds:authentication-modal-close': true },
  ...{ 'card:blur': true, 'card:focus': true, 'card:empty': true, 'card:notEmpty': true },
  ...{ 'card:validityChange': true, 'card:cardTypeChange': true, 'card:inputSubmitRequest': true },
}

/** Servers have no HTMLElement; there the module does nothing. */
const Element = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement

export class PaymentDropin extends Element {
  static observedAttributes = ['authorization', 'locale']
  widget: Dropin | null = null
  #options: PaymentDropinOptions = {}
  #opened: Opened | undefined

  get options() {
    return this.#options
  }

  set options(options) {
    this.#options = options
    this.#open()
  }

  connectedCallback() {
    this.#open()
  }

  disconnectedCallback() {
    this.#opened?.close()
    this.#opened = undefined
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null) {
    if (before === now) return
    if (name === 'locale') this.#opened?.follow()
    else this.#open()
  }

  #open() {
    this.disconnectedCallback()
    const authorization = this.getAttribute('authorization')
    if (!this.isConnected || !authorization) return
    const events = Object.keys(named) as (keyof DropinEvents)[]
    const on = Object.fromEntries(
      events.map((event) => [event, (payload: never) => this.#tell(event, payload)] as const),
    )
    const options = { ...this.#options, authorization }
    const locale = () => this.getAttribute('locale') ?? undefined
    const props = {
      options,
      on,
      get locale() {
        return locale()
      },
      onInstance: (widget: Dropin | null) => {
        this.widget = widget
        if (widget) this.#tell('ready', widget)
      },
      onError: (problem: Error) => this.#tell('failed', problem),
    }
    this.#opened = openIn(this, authorization, { current: props })
  }

  #tell<Event extends keyof PaymentDropinEvents>(event: Event, detail: PaymentDropinEvents[Event]) {
    this.dispatchEvent(new CustomEvent(event, { detail }))
  }
}

if (typeof customElements !== 'undefined' && !customElements.get('payment-dropin'))
  customElements.define('payment-dropin', PaymentDropin)
