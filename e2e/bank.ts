import type { FrameLocator, Page } from '@playwright/test'
import { sandbox } from './fixtures.ts'

/** The bank's page as the provider's script shows it over the shop's. */
export const bankDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Confirm the payment with your bank' })
export const bankPage = (page: Page) =>
  page.frameLocator('iframe[title="Your bank asks you to confirm the payment"]')

/** Types what the bank has sent to the owner of the card. */
export async function typeCode(page: Page, bank: FrameLocator) {
  const field = bank.getByLabel('Code that we have sent you')
  await field.waitFor()
  const address = page
    .frames()
    .find((frame) => frame.url().includes('/three-d-secure/bank/'))
    ?.url()
  const answer = await fetch(`${sandbox}/control/three-d-secure/${address?.split('/').at(-1)}`)
  const { bank: sent }: { bank?: { code: string } } = await answer.json()
  await field.fill(sent?.code ?? '')
  await bank.getByRole('button', { name: 'Confirm' }).press('Enter')
}
