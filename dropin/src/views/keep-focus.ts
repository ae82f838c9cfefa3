import type { Screen } from '../model/state.ts'
import { activeIn } from '../ui/aria.ts'

/** Focus targets of views that hide the focused element. Card form and confirmation set theirs. */
const focusTargets: Partial<Record<Screen['view'], string[]>> = {
  methods: ['.braintree-method--active', '.braintree-method'],
  options: ['.braintree-option'],
  paypal: ['.braintree-paypal iframe'],
  paypalCredit: ['.braintree-paypalCredit iframe'],
}

/** Hidden elements lose the focus, which would restart at the top of the page. */
export function keepFocus(wrapper: HTMLElement, screen: Screen) {
  const active = activeIn(wrapper)
  if (!active || !wrapper.contains(active) || isSeen(active)) return
  const isBelow = screen.view === 'methods' && screen.optionsBelow
  const targets = isBelow ? focusTargets.options : focusTargets[screen.view]
  const next = targets?.map((place) => wrapper.querySelector<HTMLElement>(place)).find((place) => place)
  next?.focus()
}

const isSeen = (element: Element) => element.getClientRects().length > 0
