export type Values = Record<string, string>
type Tried = { values: Values; key?: string }

/**
 * The donation form in session storage, for a reload (asked for by a failure, or by a phone after another app). `key`
 * is stored while an outcome is unknown, so that the next try is idempotent.
 */
export function triedGift(accountId: string | undefined) {
  const name = `gift of ${accountId ?? 'a guest'}`
  const read = (): Tried | null => JSON.parse(sessionStorage.getItem(name) ?? 'null')
  const keep = (tried: Tried) => sessionStorage.setItem(name, JSON.stringify(tried))
  return {
    read,
    keep,
    keepValues: (values: Values) => keep({ ...read(), values }),
    forgetKey() {
      const values = read()?.values
      if (values) keep({ values })
    },
    forget: () => sessionStorage.removeItem(name),
  }
}
