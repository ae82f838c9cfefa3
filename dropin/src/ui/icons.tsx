import type { BrandType } from '#agreed/brands.ts'
import { background, type Tile } from './tile.ts'
import { wayLogos } from './ways-to-pay-logos.ts'

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

/** Accepted without being advertised. */
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

/** Drawn once per widget. */
export function IconSprite() {
  return (
    <svg data-braintree-id="svgs" aria-hidden="true">
      {Object.entries(tiles()).map(([id, parts]) => (
        <symbol key={id} id={id} viewBox="0 0 40 24">
          {parts.map(([fill, drawn, x, width, size = 12, italic]) =>
            x ? (
              <text
                key={drawn}
                x={x}
                y={12 + size * 0.36}
                style={{ fontSize: `${size}px`, fontStyle: italic ? 'italic' : 'normal' }}
                textLength={width}
                lengthAdjust="spacingAndGlyphs"
                fill={fill}
              >
                {drawn}
              </text>
            ) : (
              <path key={drawn} d={drawn} fill={fill} />
            ),
          )}
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

/** Overlapping discs in the golden section, and the intersection. */
const left = 'M7.9 12a7.5 7.5 0 0 1 15 0 7.5 7.5 0 0 1-15 0Z'
const right = 'M17.1 12a7.5 7.5 0 0 1 15 0 7.5 7.5 0 0 1-15 0Z'
const both = 'M20 6.1a7.5 7.5 0 0 1 0 11.8 7.5 7.5 0 0 1 0-11.8Z'

/** Lazily created, to keep the script's evaluation short. */
function tiles(): Record<string, Tile> {
  return {
    'icon-visa': [['#1434cb', 'VISA', 6, 28, 12, true]],
    'icon-master-card': [
      ['#eb001b', left],
      ['#f79e1b', right],
      ['#ff5f00', both],
    ],
    'icon-unionpay': [
      ['#e21836', 'M8 2h9l-5 20H4Z'],
      ['#00447c', 'M17 2h9l-5 20h-9Z'],
      ['#007b84', 'M26 2h10l-5 20H21Z'],
      ['#fff', 'UnionPay', 9, 22, 6, true],
    ],
    'icon-american-express': [
      ['#016fd0', background],
      ['#fff', 'AMEX', 5, 30],
    ],
    'icon-jcb': [
      ['#0e4c96', 'M7 6a3 3 0 0 1 3-3h5v15a3 3 0 0 1-3 3H7Z'],
      ['#d3002d', 'M16 6a3 3 0 0 1 3-3h5v15a3 3 0 0 1-3 3h-5Z'],
      ['#007940', 'M25 6a3 3 0 0 1 3-3h5v15a3 3 0 0 1-3 3h-5Z'],
      ['#fff', 'J', 9, 4, 8],
      ['#fff', 'C', 17.5, 5, 8],
      ['#fff', 'B', 26.5, 5, 8],
    ],
    'icon-discover': [
      ['#ff6000', 'M17.4 12a3 3 0 0 1 6 0 3 3 0 0 1-6 0Z'],
      ['#1d1d1b', 'DISC', 2.5, 14.4, 7.5],
      ['#1d1d1b', 'VER', 24, 13, 7.5],
    ],
    'icon-diners-club': [
      ['#004a97', 'M11.5 12a8.5 8.5 0 0 1 17 0 8.5 8.5 0 0 1-17 0Z'],
      ['#fff', 'M18.6 6.5a5.7 5.7 0 0 0 0 11ZM21.4 6.5a5.7 5.7 0 0 1 0 11Z'],
    ],
    'icon-maestro': [
      ['#eb001b', left],
      ['#00a2e5', right],
      ['#7375cf', both],
    ],
    'icon-elo': [
      ['#000', background],
      ['#fff', 'elo', 8, 24],
    ],
    'icon-hiper': [['#f37421', 'Hiper', 5, 30, 12, true]],
    'icon-hipercard': [
      ['#b3131b', background],
      ['#fff', 'Hiper', 5, 30, 12, true],
    ],
    ...wayLogos(),
  }
}

/** Line icons with a stroke, since one of them replaces brand icons. */
function signs() {
  return {
    iconCardFront: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM2 10h20M6 15h4',
    iconCVVBack: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM2 9h20M14 14h4',
    iconCVVFront: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM13 10h5M6 15h4',
    iconError: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM12 7.5v5M12 16.5h.01',
  }
}
