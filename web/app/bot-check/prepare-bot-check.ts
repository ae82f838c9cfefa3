type Task = { parameters: Record<string, unknown>; signature?: string } | { recaptcha: Recaptcha }
type Recaptcha = { site_key: string; script_url: string }

export type BotCheck = {
  /** The value of `g_recaptcha_response`. Good once. */
  answer: () => Promise<string>
  /** Good for two minutes only: request it on submit. */
  isShortLived: boolean
}

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
  // The caller of `answer` gets the failure.
  solved.catch(() => undefined)
  return { answer: () => solved, isShortLived: false }
}
