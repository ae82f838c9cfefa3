type Task = { parameters: Record<string, unknown>; signature?: string } | { recaptcha: Recaptcha }
type Recaptcha = { site_key: string; script_url: string }

export type BotCheck = {
  /** What the form sends as `g_recaptcha_response`. Good once. */
  answer: () => Promise<string>
  /** The answer is good for two minutes only: ask for it when the form is sent. */
  isShortLived: boolean
}

/** Gets the bot check of this site ready: begins its work, or fetches reCAPTCHA's script. */
export async function prepareBotCheck(action: string): Promise<BotCheck> {
  const reply = await fetch('/api/bot-check')
  if (!reply.ok) throw new Error(`The bot check answered ${reply.status}.`)
  const task: Task = await reply.json()
  if ('recaptcha' in task) {
    const { askRecaptcha, loadRecaptcha } = await import('./ask-recaptcha.ts')
    await loadRecaptcha(task.recaptcha.script_url)
    return { answer: () => askRecaptcha(task.recaptcha.site_key, action), isShortLived: true }
  }
  const { solveBotCheck } = await import('./solve-bot-check.ts')
  const solved = solveBotCheck(task)
  // Whoever asks for the answer hears of the failure.
  solved.catch(() => undefined)
  return { answer: () => solved, isShortLived: false }
}
