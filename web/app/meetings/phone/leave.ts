import { forgetAllSheets, keptAccount, openStore, waitingMarks } from './store.ts'

/** Before a log-out: asks where marks wait on this phone, and forgets all else that is kept. False: stay. */
export async function leavePhone(ask: (sentence: string) => boolean): Promise<boolean> {
  const account = keptAccount()
  if (!account) return true
  const store = await openStore(account)
  const { length } = await waitingMarks(store)
  if (length > 0 && !ask(leaveWords(length))) return false
  await forgetAllSheets(store)
  store.close()
  return true
}

const leaveWords = (count: number) =>
  count === 1
    ? '1 mark is only on this phone. It is sent when you log in again.'
    : `${count} marks are only on this phone. They are sent when you log in again.`
