import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

/** `npm run e2e` finds Chromium and PostgreSQL, builds, and runs this. */
export default defineConfig<{ plainFrames: boolean }>({
  globalSetup: './support/world.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  fullyParallel: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM, args: isRoot ? ['--no-sandbox'] : [] },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    {
      name: 'desktop',
      testMatch: /(journey|pages|widget)\.spec\.ts/,
      use: { viewport: { width: 1280, height: 900 }, plainFrames: true },
    },
  ],
})
