import type { Page } from '@playwright/test'

/** The page's scripts come when what this answers with is called. */
export async function holdScripts(page: Page) {
  let letCome = () => {}
  const allowed = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route('**/assets/*.js', (route) => allowed.then(() => route.continue()))
  return letCome
}
