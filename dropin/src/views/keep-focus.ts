import type { Screen } from '../model/state.ts'
import { activeIn } from '../ui/aria.ts'

/** Where the focus goes when a view comes and hides what had it. The card form and the question see to it themselves. */
const places: Partial<Record<Screen['view'], string[]>> = {
  methods: ['.braintree-method--active', '.braintree-method'],
  options: ['.braintree-option'],
  paypal: ['.braintree-paypal iframe'],
  paypalCredit: ['.braintree-paypalCredit iframe'],
}

/** Keeps the focus in the widget: what is hidden cannot have it, and it would start again at the top of the page. */
export function keepFocus(wrapper: HTMLElement, screen: Screen) {
  const active = activeIn(wrapper)
  if (!active || !wrapper.contains(active) || isSeen(active)) return
  const isBelow = screen.view === 'methods' && screen.optionsBelow
  const wanted = isBelow ? places.options : places[screen.view]
  const next = wanted?.map((place) => wrapper.querySelector<HTMLElement>(place)).find((place) => place)
  next?.focus()
}

const isSeen = (element: Element) => element.getClientRects().length > 0
