import type { Page } from '@playwright/test'

/** All that the worker of the desk keeps in this browser. */
export const cached = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
    return texts
  })

/** How many sheets, keys and marks the account's store has. */
export const readPhoneStore = (page: Page, account: string) =>
  page.evaluate(async (name) => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const store = await done(indexedDB.open(name))
    const counted = ['sheets', 'keys', 'marks'].map((kind) =>
      done(store.transaction(kind).objectStore(kind).count()),
    )
    const counts = await Promise.all(counted)
    store.close()
    return counts
  }, `desk-${account}`)
