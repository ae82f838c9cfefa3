import type { Mark } from '#meetings/attendance/attendance.ts'

/** An unsent mark; contains no personal data beyond ids. */
export type WaitingMark = {
  id: string
  meetingId: string
  personId: string
  mark: Mark | null
  collectedBy: string | null
  at: number
  seq: number
}
type SealedSheet = { id: string; until: number; iv: BufferSource; sealed: BufferSource }
type Phone = { phone: string; seq: number; lastAt: number }

const currentKey = 'desk-account'
const databaseName = (account: string) => `desk-${account}`

/** Account whose sheets are stored in this browser, or null. */
export const storedAccount = (): string | null => localStorage.getItem(currentKey)
export const rememberAccount = (account: string) => localStorage.setItem(currentKey, account)

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** One IndexedDB database per account. */
export function openStore(account: string): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName(account), 1)
  request.onupgradeneeded = () => {
    const db = request.result
    db.createObjectStore('keys')
    db.createObjectStore('phone')
    db.createObjectStore('sheets', { keyPath: 'id' })
    db.createObjectStore('marks', { keyPath: 'id' })
  }
  return done(request)
}

/** Random id of this browser, generated once; orders its marks. */
export async function readPhone(store: IDBDatabase): Promise<Phone> {
  const phones = store.transaction('phone', 'readwrite').objectStore('phone')
  const known: Phone | undefined = await done(phones.get('this'))
  if (known) return known
  const made = { phone: crypto.randomUUID(), seq: 0, lastAt: 0 }
  await done(phones.put(made, 'this'))
  return made
}

type Tap = Pick<WaitingMark, 'meetingId' | 'personId' | 'mark' | 'collectedBy'>

/** Stores a mark before it is confirmed on screen: number, time and mark in one transaction. */
export async function addMark(
  store: IDBDatabase,
  tap: Tap,
  timeAfter: (lastAt: number) => number,
): Promise<WaitingMark> {
  const { phone } = await readPhone(store)
  const step = store.transaction(['marks', 'phone'], 'readwrite')
  const last: Phone = await done(step.objectStore('phone').get('this'))
  const mark = { ...tap, id: crypto.randomUUID(), at: timeAfter(last.lastAt), seq: last.seq + 1 }
  step.objectStore('phone').put({ phone, seq: mark.seq, lastAt: mark.at }, 'this')
  await done(step.objectStore('marks').put(mark))
  return mark
}

export async function waitingMarks(store: IDBDatabase): Promise<WaitingMark[]> {
  const marks: WaitingMark[] = await done(store.transaction('marks').objectStore('marks').getAll())
  return marks.sort((left, right) => left.seq - right.seq)
}

export async function forgetMarks(store: IDBDatabase, ids: string[]) {
  const marks = store.transaction('marks', 'readwrite').objectStore('marks')
  await Promise.all(ids.map((id) => done(marks.delete(id))))
}

/** Non-extractable key. */
async function sealingKey(store: IDBDatabase): Promise<CryptoKey> {
  const known: CryptoKey | undefined = await done(store.transaction('keys').objectStore('keys').get('seal'))
  if (known) return known
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  await done(store.transaction('keys', 'readwrite').objectStore('keys').put(made, 'seal'))
  return made
}

/** Encrypts personal data, to be deleted at `until`. */
export async function keepSealed(store: IDBDatabase, id: string, until: number, content: unknown) {
  const key = await sealingKey(store)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes)
  await done(store.transaction('sheets', 'readwrite').objectStore('sheets').put({ id, until, iv, sealed }))
}

export async function unsealed<Content>(store: IDBDatabase, id: string): Promise<Content | undefined> {
  const row: SealedSheet | undefined = await done(store.transaction('sheets').objectStore('sheets').get(id))
  if (!row) return undefined
  const bytes = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: row.iv },
    await sealingKey(store),
    row.sealed,
  )
  return JSON.parse(new TextDecoder().decode(bytes))
}

export const storedIds = async (store: IDBDatabase): Promise<string[]> =>
  (await done(store.transaction('sheets').objectStore('sheets').getAllKeys())).map(String)

/** Deletes expired sheets, or all with `before` infinite; marks stay. */
export async function forgetSheets(store: IDBDatabase, before = Date.now()) {
  const sheets: SealedSheet[] = await done(store.transaction('sheets').objectStore('sheets').getAll())
  const old = sheets.filter(({ until }) => until <= before)
  const rest = store.transaction('sheets', 'readwrite').objectStore('sheets')
  await Promise.all(old.map(({ id }) => done(rest.delete(id))))
}

/** At log-out: deletes the sheets and their key. */
export async function forgetAllSheets(store: IDBDatabase) {
  await forgetSheets(store, Number.POSITIVE_INFINITY)
  await done(store.transaction('keys', 'readwrite').objectStore('keys').clear())
  localStorage.removeItem(currentKey)
}

/** Sheets of other accounts that a log-out without JavaScript left behind. */
export async function forgetOthers(account: string) {
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('desk-') || name === databaseName(account)) continue
    const store = await openStore(name.slice('desk-'.length))
    await forgetSheets(store, Number.POSITIVE_INFINITY)
    store.close()
  }
}
