import type { BrandType } from '#agreed/brands.ts'

/** The brands whose icons the card header shows, in this order. */
export const headerBrands = [
  'visa',
  'master-card',
  'unionpay',
  'american-express',
  'jcb',
  'elo',
  'hiper',
  'hipercard',
  'diners-club',
  'discover',
  'maestro',
] as const satisfies readonly BrandType[]

/** Brands that are accepted without being advertised. */
export const unadvertised: readonly BrandType[] = ['elo', 'hiper', 'hipercard', 'diners-club']

export function Icon({ name, id }: { name: string; id?: string }) {
  return (
    <svg aria-hidden="true">
      <use data-braintree-id={id} xlinkHref={`#${name}`} />
    </svg>
  )
}

export function brandIcon(type: string | undefined) {
  return headerBrands.some((known) => known === type) ? `icon-${type}` : 'iconCardFront'
}

/** Our own drawings of the brands and signs, kept once per widget. */
export function IconSprite() {
  return (
    <svg data-braintree-id="svgs" aria-hidden="true">
      {Object.entries(tiles()).map(([id, tile]) => (
        <symbol key={id} id={id} viewBox="0 0 40 24">
          {tile.shapes?.map(([fill, d]) => (
            <path key={d} d={d} fill={fill} />
          ))}
          {tile.word && <Word {...tile} word={tile.word} />}
        </symbol>
      ))}
      {Object.entries(signs()).map(([id, d]) => (
        <symbol key={id} id={id} viewBox="0 0 24 24">
          <path stroke="currentColor" d={d} />
        </symbol>
      ))}
    </svg>
  )
}

type Tile = {
  /** What is filled by which colour, from the ground up. */
  shapes?: [fill: string, d: string][]
  word?: string
  fill?: string
  size?: number
  italic?: boolean
}

/** A word as wide as the tile, whatever the face of the page. */
function Word({ word, fill, size = 12, italic }: Tile & { word: string }) {
  const style = { fontSize: `${size}px`, fontWeight: 800, fontStyle: italic ? 'italic' : undefined }
  return (
    <text x="5" y="16.5" style={style} textLength="30" lengthAdjust="spacingAndGlyphs" fill={fill}>
      {word}
    </text>
  )
}

const whole = 'M0 0h40v24H0Z'
const left = 'M8.5 12a7.5 7.5 0 0 1 15 0 7.5 7.5 0 0 1-15 0Z'
const right = 'M16.5 12a7.5 7.5 0 0 1 15 0 7.5 7.5 0 0 1-15 0Z'
const both = 'M20 5.7a7.5 7.5 0 0 1 0 12.6 7.5 7.5 0 0 1 0-12.6Z'

/** Made when they are drawn: what a script makes at once, its page waits for. */
function tiles(): Record<string, Tile> {
  return {
    'icon-visa': { word: 'VISA', fill: '#1a1f71', italic: true },
    'icon-master-card': {
      shapes: [
        ['#d9222a', left],
        ['#ee9f2d', right],
        ['#f06022', both],
      ],
    },
    'icon-unionpay': {
      shapes: [
        ['#d7182a', 'M10 4h8l-4 16H6Z'],
        ['#00457c', 'M18 4h8l-4 16h-8Z'],
        ['#007b84', 'M26 4h8l-4 16h-8Z'],
      ],
    },
    'icon-american-express': { shapes: [['#016fd0', whole]], word: 'AMEX', fill: '#fff' },
    'icon-jcb': {
      shapes: [
        ['#0b4ea2', 'M8 7a3 3 0 0 1 3-3h4v13a3 3 0 0 1-3 3H8Z'],
        ['#d5173f', 'M17 7a3 3 0 0 1 3-3h4v13a3 3 0 0 1-3 3h-4Z'],
        ['#1f8f3a', 'M26 7a3 3 0 0 1 3-3h4v13a3 3 0 0 1-3 3h-4Z'],
      ],
    },
    'icon-discover': {
      shapes: [['#f58220', 'M20 18a11 11 0 0 1 22 0 11 11 0 0 1-22 0Z']],
      word: 'DISCOVER',
      fill: '#1d1d1b',
      size: 7.5,
    },
    'icon-diners-club': {
      shapes: [
        ['#0a4a8f', 'M11.5 12a8.5 8.5 0 0 1 17 0 8.5 8.5 0 0 1-17 0Z'],
        ['#fff', 'M18.6 6.5a5.7 5.7 0 0 0 0 11ZM21.4 6.5a5.7 5.7 0 0 1 0 11Z'],
      ],
    },
    'icon-maestro': {
      shapes: [
        ['#d9222a', left],
        ['#0099df', right],
        ['#6c6bbd', both],
      ],
    },
    'icon-elo': { shapes: [['#1d1d1b', whole]], word: 'elo', fill: '#fff' },
    'icon-hiper': { word: 'Hiper', fill: '#f37421', italic: true },
    'icon-hipercard': { shapes: [['#b3131b', whole]], word: 'Hiper', fill: '#fff', italic: true },
    logoPayPal: { word: 'PayPal', fill: '#003087', italic: true },
    logoPayPalCredit: { shapes: [['#003087', whole]], word: 'Credit', fill: '#fff', italic: true },
    logoApplePay: { word: 'Apple Pay', fill: '#000', size: 7.5 },
    logoGooglePay: { word: 'G Pay', fill: '#3c4043', size: 11 },
    logoVenmo: { word: 'venmo', fill: '#0068c9' },
  }
}

/** Drawings in lines; of a stroke of their own, since one of them stands where brands do. */
function signs() {
  return {
    iconCardFront: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM2 10h20M6 15h4',
    iconCVVBack: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM2 9h20M14 14h4',
    iconCVVFront: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM13 10h5M6 15h4',
    iconError: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM12 7.5v5M12 16.5h.01',
  }
}
