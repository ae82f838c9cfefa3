import type { FieldStyles } from './field-options.ts'

/** Frames inherit no styles, language or direction. */
export type Looks = { styles: FieldStyles; lang: string; dir: string }

/**
 * The computed theme for the inside of the frames. The merchant's styles override it: no selector here has a higher
 * specificity than theirs. Digits are left to right in every language.
 */
export function sheetLooks(sheet: Element, overrides?: FieldStyles | null): Looks {
  const { color, direction } = getComputedStyle(sheet)
  const hint = sheet.querySelector('.braintree-form__descriptor')
  const quiet = hint ? getComputedStyle(hint).color : color
  const rootSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const styles: FieldStyles = {
    input: {
      color,
      direction,
      'text-align': direction === 'rtl' ? 'right' : 'left',
      'font-size': `${rootSize * textSize}px`,
    },
    '.number, .expirationDate, .cvv': { direction: 'ltr' },
    '::placeholder': { color: quiet },
  }
  return { styles: withOverrides(styles, overrides), lang: findLang(sheet), dir: direction }
}

/** Crosses shadow roots. */
function findLang(element: Element): string {
  const named = element.closest('[lang]')
  const root = element.getRootNode()
  if (named || !(root instanceof ShadowRoot))
    return named?.getAttribute('lang') ?? document.documentElement.lang
  return findLang(root.host)
}

/** Looks of fields in elements of the merchant's page, without our theme. */
export function pageLooks(container: Element, overrides?: FieldStyles | null): Looks {
  const lang = container.closest('[lang]')?.getAttribute('lang') ?? ''
  return { styles: withOverrides({}, overrides), lang, dir: getComputedStyle(container).direction }
}

/** Font size relative to the page's. Phones zoom into inputs below 16 pixels. */
const textSize = 17 / 16

function withOverrides(styles: FieldStyles, overrides?: FieldStyles | null) {
  for (const [selector, rules] of Object.entries(overrides ?? {})) {
    const base = styles[selector]
    const added = typeof rules === 'string' ? classStyles(rules) : rules
    styles[selector] = added && { ...(typeof base === 'object' ? base : {}), ...added }
  }
  return styles
}

const copied = [
  ...[
    'color',
    'direction',
    'font-family',
    'font-size',
    'font-stretch',
    'font-style',
    'font-variant',
    'font-weight',
  ],
  ...['letter-spacing', 'line-height', 'opacity', 'padding', 'text-align', 'text-shadow'],
]

/** Computed style of a class of the page, as far as fields support it. */
function classStyles(className: string) {
  const probe = document.createElement('input')
  probe.className = className
  probe.style.display = 'none'
  document.body.append(probe)
  const computed = getComputedStyle(probe)
  const styles = Object.fromEntries(copied.map((name) => [name, computed.getPropertyValue(name)]))
  probe.remove()
  return styles
}
