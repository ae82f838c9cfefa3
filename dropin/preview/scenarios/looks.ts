import { placeKinds } from '../places.ts'
import { amex, button, filledIn, request, type Scenario, type Scenarios, visa } from '../scenario.ts'

const form: Scenario = { seen: [{ role: 'group', name: 'Pay with card' }] }
const mistakes: Scenario = { seen: ['Please enter a card number.'], steps: [request] }
const saved: Scenario = {
  seen: ['Paying with American Express', button('Edit')],
  saved: [amex, visa],
  options: { vaultManager: true },
}
const question: Scenario = {
  ...saved,
  seen: ['Delete the American Express card ending in 0005?'],
  steps: ['Edit', 'American Express'],
}

const placed = placeKinds.map((place) => [
  `in a place: ${place}`,
  { ...form, place, ...(place === 'hidden' && { steps: [{ shop: 'shows the place' }] }) },
])

export const looks: Scenarios = {
  'dark form': { ...mistakes, looks: 'dark' },
  'dark saved cards': { ...saved, looks: 'dark' },
  'dark question': { ...question, looks: 'dark' },
  'dark container on a light page': { ...mistakes, looks: 'dark-place' },
  'colours of the shop': { ...mistakes, looks: 'colours' },
  'large text': { ...mistakes, looks: 'large' },
  '240 pixels': { ...mistakes, looks: 'narrow' },
  '240 pixels, saved cards': { ...saved, looks: 'narrow' },
  '240 pixels, question': { ...question, looks: 'narrow' },
  '240 pixels, card that was taken': {
    seen: [button('Ending in •••• 1111 Visa')],
    options: filledIn(),
    steps: [request],
    looks: 'narrow',
  },
  '240 pixels, German': {
    seen: ['Mit Karte zahlen'],
    options: { locale: 'de_DE', vaultManager: true, card: { cardholderName: true } },
    saved: [amex],
    steps: ['Andere Zahlungsart wählen'],
    looks: 'narrow',
  },
  '240 pixels, Arabic': {
    seen: ['الدفع بالبطاقة'],
    options: { locale: 'ar_EG' },
    looks: 'narrow',
  },
  ...Object.fromEntries(placed),
}
