import type { FieldStyles } from './field-options.ts'

const placeholders = ['::placeholder', '::-moz-placeholder', ':-moz-placeholder', ':-ms-input-placeholder']

/**
 * Styles for the inside of the card fields. Frames inherit nothing, so the widget sends them the colours that
 * its own theme comes out as; the merchant's styles lie on top.
 */
export function fieldStyles(sheet: Element, own: FieldStyles = {}): FieldStyles {
  const ink = getComputedStyle(sheet).color
  const hint = sheet.querySelector('.braintree-form__descriptor')
  const quiet = hint ? getComputedStyle(hint).color : ink
  const styles: FieldStyles = {
    input: { color: ink, 'font-size': '17px' },
    ...Object.fromEntries(placeholders.map((name) => [`input${name}`, { color: quiet }])),
  }
  for (const [selector, given] of Object.entries(own)) {
    const base = styles[selector]
    const added = typeof given === 'string' ? stylesOfClass(given) : given
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

/** What a class of the merchant's page does to an input, as far as the fields can show it. */
function stylesOfClass(className: string) {
  const probe = document.createElement('input')
  probe.className = className
  probe.style.display = 'none'
  document.body.append(probe)
  const computed = getComputedStyle(probe)
  const styles = Object.fromEntries(copied.map((name) => [name, computed.getPropertyValue(name)]))
  probe.remove()
  return styles
}
