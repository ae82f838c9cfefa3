import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { accounts, people } from '../../web/app/people/people.tables.ts'
import { sha256 } from '../../web/app/platform/hash.server.ts'
import { tried } from '../../web/test/builders/tried.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdScripts } from '../support/scripts.ts'
import { fillLogin } from '../support/shop.ts'

const anEmail = () => `robin-${crypto.randomUUID()}@example.test`
const group = (page: Page, name: string) => page.getByRole('group', { name })
const create = (page: Page) => page.getByRole('button', { name: 'Create account' }).click()

async function fillContact(page: Page, name: 'About you' | 'Emergency contact') {
  await group(page, name).getByLabel('First name').fill('Robin')
  await group(page, name).getByLabel('Last name').fill('Vale')
  await group(page, name).getByLabel('Phone').pressSequentially('5550100142')
}

test('a parent account is the default; what it lacks is said at its field (P4.28 P5.1 P5.11 P5.12 P5.13)', async ({
  page,
}) => {
  await page.goto('/pages/register')
  await expect(page.getByRole('radio', { name: 'Parent' })).toBeChecked()
  await page.setViewportSize({ width: 1280, height: 900 })
  const lastColumn = page.locator('label:has([value=player]), [name="parent.last_name"], [name="user.email"]')
  const edges = await lastColumn.evaluateAll((parts) =>
    parts.map((part) => part.getBoundingClientRect().right),
  )
  expect(new Set(edges).size).toBe(1)
  await page.setViewportSize({ width: 390, height: 844 })

  await create(page)

  for (const sentence of [
    'First Name is required.',
    'Last Name is required.',
    'Valid phone number is required.',
    'Valid email address is required.',
    'Please agree to the liability release form.',
  ])
    await expect(page.getByText(sentence, { exact: true })).toHaveCount(1)
  await expect(page.getByText('Player birthday is required.')).toHaveCount(0)
  await expect(page.getByLabel('First name').filter({ visible: true })).toBeFocused()
})

test('passwords, email and phone are told wrong in words (P5.2 P5.7 P5.9 P5.10 P5.15)', async ({ page }) => {
  await page.goto('/pages/register')
  await group(page, 'About you').getByLabel('Phone').pressSequentially('555010')
  await page.getByLabel('Email').fill('robin@example')
  await page.getByLabel('Password', { exact: true }).fill('1234567')
  await create(page)

  await expect(page.getByText('Invalid phone number.')).toBeVisible()
  await expect(page.getByText('Email address is invalid.')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters', { exact: true })).toBeVisible()
  await expect(page.getByText('Password confirmation is required.')).toBeVisible()
  await page.getByLabel('Confirm password').fill('something else')
  await create(page)
  await expect(page.getByText('Password and Confirm Password must be match.')).toBeVisible()
})

test('phones are masked and an email is in lower case as it is typed (P5.3 P5.14 P5.17 P9.6)', async ({
  page,
}) => {
  await page.goto('/pages/register')
  await page.getByText('I register myself.').click()

  for (const name of ['About the player', 'Emergency contact']) {
    const phone = group(page, name).getByLabel('Phone')
    for (const typed of ['5550100142999', '+1 555 010 0142']) {
      await phone.fill('')
      await phone.pressSequentially(typed)
      await expect(phone).toHaveValue('(555) 010-0142')
    }
  }
  const email = page.getByLabel('Email', { exact: true })
  await email.pressSequentially('Robin@Example.Test ')
  await expect(email).toHaveValue('robin@example.test')
})

test('what is typed or filled in before the script is there is put right, and sent (P5.3 P5.15)', async ({
  page,
}) => {
  const letScriptsCome = await holdScripts(page)
  await page.goto('/pages/register', { waitUntil: 'commit' })
  const email = page.getByLabel('Email', { exact: true })
  const phone = group(page, 'About you').getByLabel('Phone')
  const address = anEmail()

  await email.fill(` ${address.toUpperCase()} `)
  await phone.fill('+1 555-010-0142')
  letScriptsCome()
  await expect(email).toHaveValue(address)
  await group(page, 'About you').getByLabel('First name').fill('Robin')
  await group(page, 'About you').getByLabel('Last name').fill('Vale')
  await fillLogin(page, address)
  await create(page)

  await expect(page.getByText('Your account was successfully created!')).toBeVisible()
})

/**
 * The form is filled in, and its bot check ends when the page is told 'filled-in'. What listens to 'ended' is called when
 * the answer is known, and not drawn yet.
 */
async function fillBeforeCheckEnds(page: Page) {
  await page.addInitScript(() => {
    const filledIn = new Promise((resolve) => document.addEventListener('filled-in', resolve))
    const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage') ?? {}
    Object.defineProperty(Worker.prototype, 'onmessage', {
      set(this: Worker, told: (event: MessageEvent) => void) {
        set?.call(this, async (event: MessageEvent) => {
          await filledIn
          told(event)
          for (let turn = 0; turn < 50; turn++) await undefined
          document.dispatchEvent(new Event('ended'))
        })
      },
    })
  })
  await page.goto('/pages/register')
  await fillContact(page, 'About you')
  await fillLogin(page, anEmail())
}

test('a press is not lost when the bot check ends in that moment', async ({ page }) => {
  await fillBeforeCheckEnds(page)
  await page.evaluate(() => {
    const press = () => document.querySelector<HTMLFormElement>('form.register')?.requestSubmit()
    document.addEventListener('ended', press)
    document.dispatchEvent(new Event('filled-in'))
  })

  await expect(page.getByText('Your account was successfully created!')).toBeVisible()
})

test('nor is a press by hand, while the page is too busy to draw that the check has ended', async ({
  page,
}) => {
  await fillBeforeCheckEnds(page)
  const button = page.getByRole('button', { name: 'Create account' })
  await button.scrollIntoViewIfNeeded()
  const { x = 0, y = 0 } = (await button.boundingBox()) ?? {}
  const busy = page.waitForEvent('console', (message) => message.text() === 'busy')
  await page.evaluate(() => {
    document.addEventListener('ended', () => {
      console.log('busy')
      const end = performance.now() + 1000
      while (performance.now() < end);
    })
    setTimeout(() => document.dispatchEvent(new Event('filled-in')))
  })
  await busy
  await page.mouse.click(x + 20, y + 10)

  await expect(page.getByText('Your account was successfully created!')).toBeVisible()
})

test('the browser offers what it knows to whoever makes the account, and never as the emergency contact', async ({
  page,
}) => {
  const tokens = (name: string) =>
    Promise.all(
      ['First name', 'Last name', 'Phone'].map((label) =>
        group(page, name).getByLabel(label).getAttribute('autocomplete'),
      ),
    )
  const known = ['given-name', 'family-name', 'tel-national']
  await page.goto('/pages/register')
  expect(await tokens('About you')).toEqual(known)

  await page.getByText('I register myself.').click()

  await expect(group(page, 'Emergency contact').getByLabel('First name')).toHaveAttribute(
    'autocomplete',
    'off',
  )
  expect(await tokens('Emergency contact')).toEqual(['off', 'off', 'off'])
  expect(await tokens('About the player')).toEqual(known)
})

test('a child is asked, kindly and at once, to leave the account to a parent', async ({ page }) => {
  await page.goto('/pages/register')
  await page.getByText('I register myself.').click()
  const player = group(page, 'About the player')
  await player.getByLabel('Birthday').fill(`${new Date().getFullYear() - 8}-01-01`)
  await player.getByLabel('First name').fill('Sasha')

  await expect(player).toContainText('Please ask a parent to make an account')
})

test('a number that is typed or filled in before its mask has come is masked too (P5.14)', async ({
  page,
}) => {
  await page.goto('/pages/register', { waitUntil: 'networkidle' })
  const letScriptsCome = await holdScripts(page)
  const phone = group(page, 'About you').getByLabel('Phone')

  await phone.pressSequentially('5550100142999')
  await expect(phone).toHaveValue('5550100142999')
  letScriptsCome()

  await expect(phone).toHaveValue('(555) 010-0142')
  await phone.fill('+1 555-010-0199')
  await expect(phone).toHaveValue('(555) 010-0199')
})

test('the liability dialog names the clubs and the programme, and accepting it ticks the box (P2.71 P2.72)', async ({
  page,
}) => {
  await page.goto('/pages/register')
  await page.getByRole('button', { name: 'Read the liability release' }).click()
  const dialog = page.getByRole('dialog')
  for (const name of ['Fairmeadow Park Tennis Club', 'Courtside Youth Tennis'])
    await expect(dialog).toContainText(name)
  await expect(dialog).toContainText('liability for injuries that happen in supervised tennis activities')

  await dialog.getByRole('button', { name: 'I accept' }).click()

  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('I have read and accept the liability release.')).toBeChecked()
})

test('a player account needs birthday, level and emergency contact, who becomes its parent (P4.29 P4.30 P4.31 P4.32 P5.22)', async ({
  page,
  db,
}) => {
  const email = anEmail()
  await page.goto('/pages/register')
  await page.getByText('I register myself.').click()
  await create(page)
  await expect(page.getByText('Player birthday is required.')).toBeVisible()
  await expect(page.getByText('Skill Level is required.')).toBeVisible()
  const contact = group(page, 'Emergency contact')
  for (const sentence of [
    'First Name is required.',
    'Last Name is required.',
    'Valid phone number is required.',
  ])
    await expect(contact.getByText(sentence)).toBeVisible()

  const player = group(page, 'About the player')
  await player.getByLabel('First name').fill('Sasha')
  await player.getByLabel('Last name').fill('Demowitz')
  await player.getByLabel('Birthday').fill('2008-02-29')
  await player.getByLabel('Skill level').selectOption('Advanced')
  await fillContact(page, 'Emergency contact')
  await fillLogin(page, email)
  await create(page)
  await expect(page.getByText('Your account was successfully created!')).toBeVisible()

  const rows = await db
    .select({ kind: accounts.kind, role: people.role, name: people.firstName, birthday: people.birthday })
    .from(people)
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .where(eq(accounts.email, email))
  expect(rows).toEqual(
    expect.arrayContaining([
      { kind: 'player', role: 'parent', name: 'Robin', birthday: null },
      { kind: 'player', role: 'myself', name: 'Sasha', birthday: '2008-02-29' },
    ]),
  )
})

test('success is told, with a button for a new activation link that works (P2.68 P2.69 P2.70 P4.33)', async ({
  page,
  mailbox,
}) => {
  const email = anEmail()
  await page.goto('/pages/register')
  await fillContact(page, 'About you')
  await fillLogin(page, email)
  await create(page)

  await expect(page.getByRole('heading', { name: 'Success', exact: true })).toBeVisible()
  await expect(page.getByText('Your account was successfully created!')).toBeVisible()
  await expect(page.getByText(`We have emailed an activation link to ${email}.`)).toBeVisible()
  const first = await mailbox.linkTo(email, '/pages/confirm/')
  await page.getByRole('link', { name: 'Request a new activation link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('dialog')).toContainText('a new activation email')
  await expect(async () => expect(await mailbox.linkTo(email, '/pages/confirm/')).not.toBe(first)).toPass()
})

test('what the server refuses is shown above the form, and nothing typed is lost (P7.6 P8.2)', async ({
  page,
  db,
}) => {
  const email = anEmail()
  await tried(db, `register:${sha256(email)}`, { tries: 5, minutes: 60 })
  await page.goto('/pages/register')
  await fillContact(page, 'About you')
  await fillLogin(page, email)

  await create(page)

  await expect(page.getByRole('alert')).toContainText('That was tried too often.')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(group(page, 'About you').getByLabel('Phone')).toHaveValue('(555) 010-0142')
})

/** Presses a button in the very moment in which the browser has read it, with the rest of the page to come. */
const pressOnceRead = (page: Page, words: string) =>
  page.addInitScript((words) => {
    const watch = new MutationObserver(() => {
      const button = [...document.querySelectorAll('button')].find((button) => button.textContent === words)
      if (!button) return
      watch.disconnect()
      button.click()
    })
    watch.observe(document, { childList: true, subtree: true })
  }, words)

test('a button pressed before the page’s script has come does its work when it comes', async ({ page }) => {
  const letScriptsCome = await holdScripts(page)
  await pressOnceRead(page, 'Read the liability release')
  await page.goto('/pages/register', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Read the liability release' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  letScriptsCome()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the form says that it needs it, and has no button that would send it in vain', async ({ page }) => {
    await page.goto('/pages/register')

    await expect(page.locator('noscript p')).toContainText('This form needs JavaScript')
    await expect(page.getByRole('button', { name: 'Create account' })).toBeHidden()
    await expect(page.getByText('A bot check runs by itself')).toBeHidden()
  })
})
