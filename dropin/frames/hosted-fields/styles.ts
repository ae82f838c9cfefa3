/** By selector, then property; an `@media` key nests selectors. */
export type Styles = { [selector: string]: Styles | string | number | null }

const allowed = new RegExp(
  `^(-(moz|webkit)-(appearance|box-shadow|tap-highlight-color|transition)|-moz-osx-font-smoothing
|-webkit-font-smoothing|appearance|box-shadow|color|direction|font(-(family|size|size-adjust|stretch|style|weight
|variant(-(alternates|caps|east-asian|ligatures|numeric))?))?|letter-spacing|line-height|opacity|outline|text-align
|text-shadow|transition|(margin|padding)(-(top|right|bottom|left))?)$`.replaceAll('\n', ''),
)

/** Language and direction are set by our own pages alone. */
export type Looks = { styles?: Styles; lang?: string; dir?: string }

/** Applies the allowed styles; selectors that the browser rejects are skipped. */
export function applyLooks({ styles = {}, lang = '', dir = '' }: Looks) {
  Object.assign(document.documentElement, { ...(lang && { lang }), dir })
  const sheet = new CSSStyleSheet()
  addRules(sheet, styles)
  document.adoptedStyleSheets = [sheet]
}

function addRules(into: CSSStyleSheet | CSSMediaRule, styles: Styles) {
  for (const [selector, body] of Object.entries(styles)) {
    if (typeof body !== 'object' || body === null || !isSafeSelector(selector)) continue
    const rule = emptyRule(into, selector)
    if (rule instanceof CSSMediaRule) addRules(rule, body)
    if (rule instanceof CSSStyleRule) declare(rule.style, body)
  }
}

function emptyRule(into: CSSStyleSheet | CSSMediaRule, selector: string) {
  try {
    return into.cssRules[into.insertRule(`${selector} {}`, into.cssRules.length)]
  } catch (problem) {
    // Merchants list vendor selectors of every browser, each of which rejects the others'.
    if (problem instanceof DOMException && problem.name === 'SyntaxError') return undefined
    throw problem
  }
}

function declare(style: CSSStyleDeclaration, body: Styles) {
  for (const [name, value] of Object.entries(body)) {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    if (allowed.test(property) && isSafeValue(`${value}`)) style.setProperty(property, `${value}`)
  }
}

export function isSafeSelector(selector: string) {
  return !/[{}<]|@import|@supports/i.test(selector)
}

export function isSafeValue(value: string) {
  return !/[;<>\\`]|url|expression|javascript|@import/i.test(value)
}
