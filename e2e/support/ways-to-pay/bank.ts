import type { FrameLocator, Page } from '@playwright/test'
import { sandbox } from '../fixtures.ts'

/** The bank's page as the provider's script shows it over the shop's. */
export const bankDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Confirm the payment with your bank' })
export const bankPage = (page: Page) =>
  page.frameLocator('iframe[title="Your bank asks you to confirm the payment"]')
export const codeField = (bank: FrameLocator) => bank.getByLabel('Code that we have sent you')
export const confirmButton = (bank: FrameLocator) => bank.getByRole('button', { name: 'Confirm' })

type Shown = {
  authentications?: { nonce: string; request: object }[]
  bank?: { code: string }
}

/** What the sandbox shows of an authentication, or of a merchant's. */
export async function readAuthentication(id: string): Promise<Shown> {
  return (await fetch(`${sandbox}/control/three-d-secure/${id}`)).json()
}

/** The code that the bank has sent to the owner of the card. */
export async function sentCode(page: Page): Promise<string> {
  const isBanks = (url: string) => url.includes('/three-d-secure/bank/')
  const address = page
    .frames()
    .map((frame) => frame.url())
    .find(isBanks)
  const { bank } = await readAuthentication(address?.split('/').at(-1) ?? '')
  return bank?.code ?? ''
}

/** Types what the bank has sent to the owner of the card. */
export async function typeCode(page: Page, bank: FrameLocator) {
  await codeField(bank).waitFor()
  await codeField(bank).fill(await sentCode(page))
  await confirmButton(bank).press('Enter')
}
