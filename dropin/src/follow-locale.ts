type Translated = { setLocale: (locale: string) => Promise<void> }

/** Follows the page's locale, also when it changes during creation. */
export function followLocale(asked: () => string | undefined) {
  let spoken = asked()
  let widget: Translated | undefined

  function follow() {
    const locale = asked()
    if (!widget || locale === spoken) return
    spoken = locale
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
