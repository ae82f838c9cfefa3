import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { accounts, signIns } from '../../web/app/people/people.tables.ts'
import { cookieNameFor } from '../../web/app/people/sign-in/visitor.server.ts'
import type { Db } from '../../web/app/platform/database/database.server.ts'
import { orNotFound } from '../../web/app/platform/refusal.ts'
import { invite } from '../../web/app/team/invitations/invitations.server.ts'
import type { Role } from '../../web/app/team/roles.ts'
import { authenticators } from '../../web/app/team/team.tables.ts'
import { aMember, anAccount } from '../../web/test/builders/builders.ts'
import { aMembersRecoveryCodes } from '../../web/test/builders/recovery-codes.ts'
import { anApp } from '../../web/test/harness/authenticator-app.ts'
import { aWorld } from '../../web/test/harness/world.ts'
import { expectFitInLightAndDark } from '../support/axe.ts'
import { expect, site, test } from '../support/fixtures.ts'
import { tabTo } from '../support/keys.ts'

const inviteTo = async (db: Db, email: string, role: Role) => {
  await invite(aWorld(db, { SITE_URL: site }), 'command:robin', { email, roles: [role] })
}

/** Half a day later, so that the app shows a code that was not spent. */
async function letTheSecondStepRunOut(db: Db, email: string) {
  const [account] = await db.select().from(accounts).where(eq(accounts.email, email))
  const { id } = orNotFound(account)
  await db.update(signIns).set({ secondFactorAt: null }).where(eq(signIns.accountId, id))
  await db.update(authenticators).set({ lastStep: 0 }).where(eq(authenticators.accountId, id))
}

async function logOut(page: Page) {
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
}

test('an invitation, a password and an app open the desk; later a password and a code do, by the keyboard alone, and on top of a form where the code is due', async ({
  page,
  db,
  mailbox,
}) => {
  const email = `bea-${Date.now()}@example.test`
  await inviteTo(db, email, 'owner')
  await page.goto(await mailbox.linkTo(email, '/desk/join/'))
  await expect(page.getByText(`For ${email}.`)).toBeVisible()
  await expectFitInLightAndDark(page, 'join')
  await page.getByLabel('First name').fill('Bette')
  await page.getByLabel('Last name').fill('Topspin')
  await page.getByLabel('Phone').fill('5550100142')
  await page.getByLabel('Password', { exact: true }).fill('rally eight')
  await page.getByLabel('Confirm password').fill('rally eight')
  await page.getByRole('button', { name: 'Go on' }).click()

  await expect(page.getByRole('img', { name: 'QR code for the code app' })).toBeVisible()
  await expectFitInLightAndDark(page, 'first step')
  const app = anApp(await page.locator('.secret').innerText())
  await page.getByRole('textbox', { name: 'Code' }).fill('000 000')
  await page.getByRole('button', { name: 'Check the code' }).click()
  await expect(page.getByRole('alert')).toContainText('This code is not right')
  await page.getByRole('textbox', { name: 'Code' }).fill(app.code())
  await page.getByRole('button', { name: 'Check the code' }).click()
  await expect(page.getByRole('heading', { name: 'Ten codes for a bad day' })).toBeVisible()
  await expect(page.locator('.recovery-codes li')).toHaveCount(10)
  const [recoveryCode = ''] = await page.locator('.recovery-codes li').allInnerTexts()
  await expectFitInLightAndDark(page, 'recovery codes')
  await page.getByRole('link', { name: 'Go to the desk' }).click()
  await expect(page.getByRole('navigation', { name: 'Desk' })).toBeAttached()
  await expectFitInLightAndDark(page, 'desk')
  await logOut(page)

  await page.goto('/desk/team')
  await (await tabTo(page.getByLabel('Email').first())).fill(email)
  await (await tabTo(page.getByLabel('Password', { exact: true }))).fill('rally eight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await expectFitInLightAndDark(page, 'second step')
  await tabTo(page.getByRole('textbox', { name: 'Code' }))
  await page.keyboard.type(app.code(1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/desk/team')
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible()

  await page.getByLabel('Email').fill(`sol-${email}`)
  await page.getByRole('radio', { name: /^Coach/ }).check()
  await letTheSecondStepRunOut(db, email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your code again' })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(app.code())
  await expectFitInLightAndDark(page, 'code again')
  await dialog.getByRole('button', { name: 'Open the desk' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('What you entered is still here')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('row', { name: `Not answered yet sol-${email}` })).toBeVisible()
  await expectFitInLightAndDark(page, 'team')
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectFitInLightAndDark(page, 'team wide')
  await page.getByRole('link', { name: 'Change Bette Topspin' }).click()
  await page.getByLabel('Background check valid until').fill('2028-05-12')
  await page.getByRole('button', { name: 'Save the dates' }).click()
  await expect(page.getByText('until May 12, 2028')).toBeVisible()
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Log' }).click()
  await expect(page.getByRole('row', { name: /Bette Topspin\s+Member invited\s+Coach/ })).toBeVisible()
  await expectFitInLightAndDark(page, 'log wide')

  await page.goto('/desk/my-second-step')
  await page.getByLabel('Password').fill('rally eight')
  await page.getByLabel('Code of the app').fill(recoveryCode)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.locator('.recovery-codes li')).toHaveCount(10)
  await expect(page.locator('.recovery-codes li').first()).not.toHaveText(recoveryCode)
})

test('a passkey stands for the code, on joining and later', async ({ page, db, mailbox }) => {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  const { email } = await anAccount(db)
  await inviteTo(db, email, 'coach')
  await page.goto(await mailbox.linkTo(email, '/desk/join/'))
  await page.getByLabel('Password', { exact: true }).fill('baseline-rally-7')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByRole('link', { name: 'Go to the desk' }).click()
  await expect(page.getByRole('navigation', { name: 'Desk' })).toBeAttached()
  await logOut(page)

  await page.goto('/desk')
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password', { exact: true }).fill('baseline-rally-7')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/desk')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a form at which the code is due is kept, and done once the code is right', async ({ page, db }) => {
    const { id, token } = await aMember(db, ['owner'])
    const [code = ''] = await aMembersRecoveryCodes(db, id)
    await page.context().addCookies([{ name: cookieNameFor(site), value: token, url: site }])
    const email = `lob-${Date.now()}@example.test`
    await page.goto('/desk/team')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Last day').fill('2099-06-01')
    await db.update(signIns).set({ secondFactorAt: null }).where(eq(signIns.accountId, id))

    await page.getByRole('button', { name: 'Send the invitation' }).click()
    await expect(page.getByText('What you entered is kept')).toBeVisible()
    await expect(page.getByText('Enter the code.')).toBeHidden()
    await page.getByRole('textbox', { name: 'Code' }).fill('000 000')
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await expect(page.getByRole('alert')).toContainText('This code is not right')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    expect(page.url()).not.toContain('lob-')
    await page.getByRole('button', { name: 'Open the desk' }).click()

    await expect(page).toHaveURL('/desk/team?done=invited')
    await expect(page.getByRole('row', { name: `Not answered yet ${email}` })).toBeVisible()
  })
})
