import type { Page } from '@playwright/test'
import { sandbox } from '../fixtures.ts'

type Wallet = 'Apple Pay' | 'Google Pay'

/** Makes the browser a device that has Apple Pay, before the widget looks. */
export const haveApplePay = (page: Page, device = '') =>
  page.addScriptTag({ url: `${sandbox}/devices/apple-pay.js${device}` })

/** The button in the sheet of the widget. */
export const walletButton = (page: Page, wallet: Wallet) =>
  page.getByRole('group', { name: wallet }).getByRole('button', { name: wallet, exact: true })

/** The sheet that the device shows. */
export const walletSheet = (page: Page, wallet: Wallet) =>
  page.frameLocator(`dialog iframe[title="${wallet}"]`)

/** Presses the button, chooses a card in the wallet, and pays. */
export async function payWith(page: Page, wallet: Wallet, card: string) {
  await walletButton(page, wallet).click()
  await walletSheet(page, wallet).getByLabel(card).check()
  await walletSheet(page, wallet).getByRole('button', { name: 'Pay', exact: true }).click()
}
