import type { Page } from '@playwright/test'
import jsQr from 'jsqr'
import { expect } from '../fixtures.ts'

export const venmoButton = (page: Page) => page.getByRole('button', { name: 'Venmo', exact: true })
/** Where the QR code lies over the page. */
export const codeFrame = (page: Page) => page.frameLocator('iframe[name=venmo-desktop-iframe]')

/** Opens on a phone, a new one if none is known, what the camera reads: the QR code as it is seen on the page. */
export async function scanCode(page: Page, known?: Page): Promise<Page> {
  const phone = known ?? (await page.context().newPage())
  const picture = await codeFrame(page).getByRole('img', { name: 'QR code for Venmo' }).screenshot()
  const { pixels, width, height } = await phone.evaluate(pixelsOf, picture.toString('base64'))
  const read = jsQr(Uint8ClampedArray.from(Buffer.from(pixels, 'base64')), width, height, {
    inversionAttempts: 'dontInvert',
  })
  if (!read) throw new Error('There is no QR code to be read.')
  await phone.goto(read.data)
  return phone
}

/** Says yes in the app, as somebody. */
export async function approveAs(phone: Page, name: string) {
  await phone.getByLabel('Your name at Venmo').fill(name)
  await phone.getByRole('button', { name: 'Approve' }).click()
}

/** A browser by which the widget knows a phone. */
export const androidChrome =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

/** Presses the button; gives Venmo's window, or its app on a phone. */
export async function openVenmo(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await venmoButton(page).click()
  return await opened
}

/** What the system of a phone does: the browser's page gets the address that the app opens. */
export async function leadBack(page: Page, app: Page) {
  await app.waitForURL(/#venmo/)
  const { hash } = new URL(app.url())
  await page.evaluate((hash) => {
    window.location.hash = hash
  }, hash)
  await app.close()
}

/** The same where the phone has thrown the page away meanwhile: it is loaded anew. */
export async function leadBackAnew(page: Page, app: Page) {
  await app.waitForURL(/#venmo/)
  const address = app.url()
  await app.close()
  await page.goto('about:blank')
  await page.goto(address)
}

/** What stands over the page, its words and its picture in the frame, is seen whole. */
export async function expectCodeInSight(page: Page) {
  for (const role of ['img', 'button', 'heading'] as const)
    await expect(codeFrame(page).getByRole(role).first()).toBeInViewport({ ratio: 1 })
}

/** Runs in a page: an image's pixels, four bytes each, as text: numbers take long on their way. */
async function pixelsOf(png: string) {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes]))
  const { width, height } = bitmap
  const drawing = new OffscreenCanvas(width, height).getContext('2d')
  drawing?.drawImage(bitmap, 0, 0)
  const { data } = drawing?.getImageData(0, 0, width, height) ?? { data: [] }
  const pixels = btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''))
  return { pixels, width, height }
}
