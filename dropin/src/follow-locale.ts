type Translated = { setLocale: (locale: string) => Promise<void> }

/** Keeps a widget in the language that its page asks for, also when another is asked for while it is being made. */
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
