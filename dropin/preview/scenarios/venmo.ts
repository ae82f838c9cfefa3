import { button, request, type Scenario, type Scenarios } from '../scenario.ts'

const dialog = { role: 'dialog' as const, name: 'Venmo' }

/** Venmo alone; the first step presses its button. */
const alone = (overrides: Partial<Scenario>, venmo: object = { allowDesktop: true }): Scenario => ({
  seen: [],
  steps: ['Venmo'],
  ...overrides,
  options: { card: false, venmo: { paymentMethodUsage: 'single_use', ...venmo } },
})

/** On a computer; phones would open the app. */
export const venmo: Scenarios = {
  Venmo: {
    seen: [{ role: 'group', name: 'Venmo' }, button('Choose another way to pay')],
    options: { venmo: { allowDesktop: true } },
    steps: ['Venmo'],
  },
  'Venmo without its button': alone({ seen: ['Use the Venmo button to continue.'], steps: [request] }),
  'Venmo by QR code': alone({ seen: [dialog, 'To scan the QR code, open your app'] }),
  'Venmo by QR code, by night': alone({
    seen: [dialog, 'To scan the QR code, open your app'],
    looks: 'dark',
  }),
  'a QR code whose time has run out': alone({
    seen: [dialog, 'Something went wrong'],
    offers: { venmo: { lifetime_seconds: 1 } },
  }),
  'Venmo in a window': alone(
    { seen: [dialog, button('Continue payment'), button('Cancel payment')] },
    { allowDesktopWebLogin: true },
  ),
  'Venmo in a window, by night': alone(
    { seen: ['What would you like to do?'], looks: 'dark' },
    { allowDesktopWebLogin: true },
  ),
}
