import { forgetAllSheets, openStore, storedAccount, waitingMarks } from './store.ts'

/** Before log-out: confirms if marks are unsent, then deletes all stored sheets. False: cancelled. */
export async function leavePhone(ask: (sentence: string) => boolean): Promise<boolean> {
  const account = storedAccount()
  if (!account) return true
  const store = await openStore(account)
  const { length } = await waitingMarks(store)
  if (length > 0 && !ask(leaveWarning(length))) return false
  await forgetAllSheets(store)
  store.close()
  return true
}

const leaveWarning = (count: number) =>
  count === 1
    ? '1 mark is only on this phone. It is sent when you log in again.'
    : `${count} marks are only on this phone. They are sent when you log in again.`
