import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { password } from '../../web/test/builders/builders.ts'
import { anApp } from '../../web/test/harness/authenticator-app.ts'
import { expectFitInLightAndDark, expectNoViolations } from '../support/axe.ts'
import { expectPaid, expectRegistered } from '../support/checkout.ts'
import { type Post, test } from '../support/empty-start.ts'
import { expect } from '../support/fixtures.ts'
import { salesWith } from '../support/gateway.ts'
import { addToCart, fillLogin, logIn } from '../support/shop.ts'
import { seasonFile } from '../support/walk-season.ts'
import { cards, registerAndPayByCard } from '../support/ways-to-pay/cards.ts'

const owner = 'bea@orchard.example'
const coach = 'mara@orchard.example'
const parent = 'robin@family.example'

const inMain = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => inMain(page).getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) => inMain(page).getByRole('link', { name, exact: true }).click()
const openAtDesk = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name, exact: true }).click()

async function fillIn(page: Page, typed: Record<string, string>) {
  for (const [label, value] of Object.entries(typed))
    await page.getByLabel(label, { exact: true }).fill(value)
}

const aPhoto = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1c5f9f' } })
    .jpeg()
    .toBuffer()

/** With an app that is told the key below the picture. */
async function takeSecondStep(page: Page) {
  await expect(page.getByRole('heading', { name: 'Your second step' })).toBeVisible()
  const secret = /[A-Z2-7]{4}(?: ?[A-Z2-7]{4}){5,}/.exec(await inMain(page).innerText())?.[0]
  await page.getByRole('textbox', { name: 'Code' }).fill(anApp(orNotFound(secret)).code())
  await press(page, 'Check the code')
  await follow(page, 'Go to the desk')
}

async function beginTheSite(page: Page, code: string) {
  await page.goto('/desk/set-up')
  await page.getByLabel('Code').fill(code.toLowerCase())
  await press(page, 'Go on')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await press(page, 'Go on to the second step')
  await expect(page.getByText('Name the programme.')).toBeVisible()
  await expectFitInLightAndDark(page, 'set-up')
  await fillIn(page, {
    ...{ Name: 'Orchard Tennis', 'Email for families': 'play@orchard.example', 'Your phone': '5550100142' },
    ...{ 'First name': 'Bea', 'Last name': 'Topspin', 'Your email': owner },
    ...{ Password: password, 'Confirm password': password },
  })
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Los_Angeles')
  await press(page, 'Go on to the second step')
  await takeSecondStep(page)
  await expect(page.getByText('There is no season yet')).toBeVisible()
}

async function setMailServer(page: Page, post: Post) {
  await page.getByText('Bea Topspin', { exact: true }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await fillIn(page, { 'Mail server': 'localhost', Port: String(post.port) })
  await expectFitInLightAndDark(page, 'settings')
  await press(page, 'Send a test mail and save')
  await expect(page.getByText('The site starts again now')).toBeVisible()
  await expect(page.getByText('The site runs with its new settings.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Mails go out by localhost.')).toBeVisible()
  await post.mail(owner, 'A mail of Orchard Tennis')
}

/** What is wrong with it is mended where it is said; only its coach has to be invited first. */
async function uploadAndMend(page: Page) {
  await openAtDesk(page, 'Today')
  await follow(page, 'upload all of it as one file')
  const file = { name: 'orchard.yaml', mimeType: 'application/yaml', buffer: Buffer.from(seasonFile) }
  await page.getByLabel('A season file with its pictures').setInputFiles(file)
  await press(page, 'Upload and check')
  await expect(page.getByText('picture “mara.jpg” was not found')).toBeVisible()
  await expect(page.getByText('price is “120 dollars”')).toBeVisible()
  await expectFitInLightAndDark(page, 'upload with mistakes')
  const text = page.getByLabel('The text of the file')
  await text.fill((await text.inputValue()).replace('120 dollars', '120'))
  const photo = { name: 'mara.jpg', mimeType: 'image/jpeg', buffer: await aPhoto(4000, 3000) }
  await page.getByLabel('Pictures that are missing').setInputFiles(photo)
  await press(page, 'Check it again')
  await expect(page.getByText('One thing needs you')).toBeVisible()
  await expect(page.getByText(`${coach}, who has no account; invite them to the team first`)).toBeVisible()
}

async function publishSign(page: Page) {
  await openAtDesk(page, 'Season')
  await follow(page, 'Pictures')
  const sign = { name: 'sign.jpg', mimeType: 'image/jpeg', buffer: await aPhoto(600, 600) }
  await page.getByLabel('A square picture').setInputFiles(sign)
  await page
    .getByRole('region', { name: 'Sign of the programme' })
    .getByRole('button', { name: 'Keep in the draft' })
    .click()
  await expect(page.getByText('In your draft. Families see it once you publish.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Season' }).getByRole('link', { name: 'What changes' }).click()
  await press(page, 'Publish and tell nobody')
  await expect(page.getByText('As families see it.')).toBeVisible()
}

async function inviteCoach(page: Page) {
  await openAtDesk(page, 'Team')
  await page.getByLabel('Email', { exact: true }).fill(coach)
  await press(page, 'Send the invitation')
  await expect(page.getByText('Not answered yet')).toBeVisible()
}

async function joinAsCoach(page: Page, link: string) {
  await page.goto(link)
  await fillIn(page, {
    ...{ 'First name': 'Mara', 'Last name': 'Quill', Phone: '5550100199' },
    ...{ Password: password, 'Confirm password': password },
  })
  await press(page, 'Go on')
  await takeSecondStep(page)
  await expect(page.getByText('Nobody plays today.')).toBeVisible()
}

async function publishUpload(page: Page) {
  await openAtDesk(page, 'Season')
  await follow(page, 'Go on with orchard.yaml')
  await expect(page.getByText('In order. What changes')).toBeVisible()
  await press(page, 'Publish')
  await expect(page.getByText('As families see it.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Green Ball Clinic' })).toContainText(
    'Mara Quill',
  )
}

async function signUp(page: Page, post: Post) {
  await page.goto('/')
  const sign = page.getByRole('banner').locator('img')
  await expect.poll(() => sign.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await follow(page, 'Green Ball Clinic')
  await expect(page.getByRole('img', { name: 'Portrait of Mara Quill' })).toBeVisible()
  await follow(page, 'Create Account')
  for (const [label, value] of Object.entries({
    'First name': 'Robin',
    'Last name': 'Vale',
    Phone: '5550100123',
  }))
    await page.getByLabel(label).filter({ visible: true }).fill(value)
  await fillLogin(page, parent)
  await press(page, 'Create Account')
  await expect(page.getByText('Your account was successfully created!')).toBeVisible()
  await page.goto(await post.linkIn(parent, 'Activate your Orchard Tennis account'))
  await follow(page, 'Login')
  await logIn(page, { email: parent, password })
}

async function addChild(page: Page, button: string, firstName: string) {
  await press(page, button)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill(firstName)
  await dialog.getByLabel('Last name').fill('Vale')
  await dialog.getByLabel('Birthday').fill('2017-05-04')
  await dialog.getByLabel('Skill level').selectOption('Beginner')
  await dialog.getByRole('button', { name: 'Add player' }).click()
  await expect(page.getByLabel('Player', { exact: true }).locator('option:checked')).toHaveText(
    `${firstName} Vale`,
  )
  await page.getByLabel('Session', { exact: true }).selectOption({ index: 1 })
}

async function registerTwo(page: Page, post: Post) {
  await addChild(page, 'Add your first player', 'Juniper')
  await addToCart(page)
  await page.getByRole('link', { name: 'View cart' }).click()
  await follow(page, 'Check out')
  await page.getByText('Card', { exact: true }).click()
  await registerAndPayByCard(page, cards.accepted)
  await expectPaid(page)
  expect(await post.mail(parent, 'Payment receipt R-')).toContain('$120.00')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Orchard/ })
    .click()
  await follow(page, 'Orchard Open Day')
  await addChild(page, 'Add a new player', 'Rowan')
  await press(page, 'Register')
  await expectRegistered(page)
  await expectNoViolations(page)
}

async function changePhone(page: Page) {
  await openAtDesk(page, 'Today')
  await page.getByRole('searchbox', { name: 'Find a family' }).fill('vale')
  await press(page, 'Find')
  await follow(page, 'Robin Vale')
  await expect(page.getByText('Paid by card, Visa ending in 1111')).toBeVisible()
  await expect(page.getByText('Paid Free')).toHaveCount(0)
  await follow(page, 'Edit the family')
  await page.getByLabel('Phone').fill('5550100777')
  await page.getByText('The family asked for it').click()
  await press(page, 'Save')
  await expect(page.getByText('The change is saved.')).toBeVisible()
}

async function writeToTheEvent(page: Page) {
  await openAtDesk(page, 'Sessions')
  await follow(page, 'Write to families')
  const event = page.getByRole('region', { name: 'An event' })
  await event.getByLabel('All of its sessions to come').selectOption('Orchard Open Day')
  await event.getByRole('button', { name: 'Write to them' }).click()
  await fillIn(page, { Subject: 'Bring a friend', Message: 'Rackets are here.' })
  await press(page, 'Read it through')
  await press(page, 'Send to 1 family')
  await expect(page.getByText('Your message is on its way to 1 family.')).toBeVisible()
}

test.use({ actionTimeout: 15_000, viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false })

test('volunteers begin with an empty site and its code alone, and without a shell they come to a mail server, a season from a file with mistakes, pictures, a coach, and a family that pays, comes for free, is mended at the desk and written to', async ({
  page,
  open,
  begun,
  post,
}) => {
  test.setTimeout(120_000)
  expect(begun.said.out).not.toMatch(/Demo sign-ins|otpauth/)

  await beginTheSite(page, orNotFound(/Code +(\S+)/.exec(begun.said.out)?.[1]))
  await setMailServer(page, post)
  expect(begun.said.out.split('Courtside is up.').at(-1)).toContain('is sent by SMTP')
  await uploadAndMend(page)
  await inviteCoach(page)
  const ofCoach = await open({ viewport: { width: 1280, height: 900 } })
  await joinAsCoach(ofCoach, await post.linkIn(coach, 'Join the team of Orchard Tennis'))
  await publishUpload(page)
  await publishSign(page)

  const ofFamily = await open({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await signUp(ofFamily, post)
  await registerTwo(ofFamily, post)
  expect(await salesWith({ amount: { is: '120.00' } }, begun.sandbox)).toEqual([
    '120.00 submitted_for_settlement',
  ])
  await openAtDesk(ofCoach, 'Sessions')
  await follow(ofCoach, 'Green Ball Clinic')
  await expect(ofCoach.getByText('Juniper Vale')).toBeVisible()

  await changePhone(page)
  await ofFamily.getByText('Menu', { exact: true }).click()
  await ofFamily.getByRole('link', { name: 'Emergency contact' }).filter({ visible: true }).click()
  await expect(ofFamily.getByLabel('Phone')).toHaveValue('(555) 010-0777')
  await writeToTheEvent(page)
  expect(await post.mail(parent, 'Bring a friend')).toContain('Rackets are here.')
})
