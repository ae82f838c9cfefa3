export type Values = Record<string, string>
type Tried = { values: Values; key?: string }

/**
 * What was typed or the last try had sent, for the form after a refresh: the sentence of a failure asks for one, and a
 * phone may load the page anew when an app leads back to it. With the key while
 * nobody knows how the try ended, so that the next one asks for the same gift again.
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
