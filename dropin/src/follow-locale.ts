type Translated = { setLocale: (locale: string) => Promise<void> }

/** Follows the page's locale, also when it changes during creation. */
export function followLocale(requested: () => string | undefined) {
  let current = requested()
  let widget: Translated | undefined

  function follow() {
    const locale = requested()
    if (!widget || locale === current) return
    current = locale
    widget.setLocale(locale ?? 'en_US').catch(console.error)
  }

  return {
    follow,
    begin(made: Translated) {
      widget = made
      follow()
    },
  }
}
