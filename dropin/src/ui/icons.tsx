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
      <BrandSymbols />
      <SignSymbols />
    </svg>
  )
}

function BrandSymbols() {
  return (
    <>
      <Word id="icon-visa" word="VISA" fill="#1a1f71" italic />
      <symbol id="icon-master-card" viewBox="0 0 40 24">
        <circle cx="16" cy="12" r="7.5" fill="#d9222a" />
        <circle cx="24" cy="12" r="7.5" fill="#ee9f2d" />
        <path d="M20 5.7a7.5 7.5 0 0 1 0 12.6 7.5 7.5 0 0 1 0-12.6Z" fill="#f06022" />
      </symbol>
      <symbol id="icon-unionpay" viewBox="0 0 40 24">
        <path d="M10 4h8l-4 16H6Z" fill="#d7182a" />
        <path d="M18 4h8l-4 16h-8Z" fill="#00457c" />
        <path d="M26 4h8l-4 16h-8Z" fill="#007b84" />
      </symbol>
      <Word id="icon-american-express" word="AMEX" fill="#fff" ground="#016fd0" />
      <symbol id="icon-jcb" viewBox="0 0 40 24">
        <path d="M8 7a3 3 0 0 1 3-3h4v13a3 3 0 0 1-3 3H8Z" fill="#0b4ea2" />
        <path d="M17 7a3 3 0 0 1 3-3h4v13a3 3 0 0 1-3 3h-4Z" fill="#d5173f" />
        <path d="M26 7a3 3 0 0 1 3-3h4v13a3 3 0 0 1-3 3h-4Z" fill="#1f8f3a" />
      </symbol>
      <symbol id="icon-discover" viewBox="0 0 40 24">
        <circle cx="31" cy="18" r="11" fill="#f58220" />
        <text
          x="3"
          y="14"
          fontSize="7.5"
          fontWeight="800"
          textLength="32"
          lengthAdjust="spacingAndGlyphs"
          fill="#1d1d1b"
        >
          DISCOVER
        </text>
      </symbol>
      <symbol id="icon-diners-club" viewBox="0 0 40 24">
        <circle cx="20" cy="12" r="8.5" fill="#0a4a8f" />
        <path d="M18.6 6.5a5.7 5.7 0 0 0 0 11ZM21.4 6.5a5.7 5.7 0 0 1 0 11Z" fill="#fff" />
      </symbol>
      <symbol id="icon-maestro" viewBox="0 0 40 24">
        <circle cx="16" cy="12" r="7.5" fill="#d9222a" />
        <circle cx="24" cy="12" r="7.5" fill="#0099df" />
        <path d="M20 5.7a7.5 7.5 0 0 1 0 12.6 7.5 7.5 0 0 1 0-12.6Z" fill="#6c6bbd" />
      </symbol>
      <Word id="icon-elo" word="elo" fill="#fff" ground="#1d1d1b" />
      <Word id="icon-hiper" word="Hiper" fill="#f37421" italic />
      <Word id="icon-hipercard" word="Hiper" fill="#fff" ground="#b3131b" italic />
      <Word id="logoPayPal" word="PayPal" fill="#003087" italic />
      <Word id="logoPayPalCredit" word="Credit" fill="#fff" ground="#003087" italic />
      <Word id="logoApplePay" word="Apple Pay" fill="#000" size="7.5" />
      <Word id="logoGooglePay" word="G Pay" fill="#3c4043" size="11" />
      <Word id="logoVenmo" word="venmo" fill="#0068c9" />
    </>
  )
}

type WordProps = { id: string; word: string; fill: string; ground?: string; italic?: boolean; size?: string }

/** A word as wide as the tile, whatever the face of the page. */
function Word({ id, word, fill, ground, italic, size = '12' }: WordProps) {
  return (
    <symbol id={id} viewBox="0 0 40 24">
      {ground && <path d="M0 0h40v24H0Z" fill={ground} />}
      <text
        x="5"
        y="16.5"
        fontSize={size}
        fontWeight="800"
        fontStyle={italic ? 'italic' : undefined}
        textLength="30"
        lengthAdjust="spacingAndGlyphs"
        fill={fill}
      >
        {word}
      </text>
    </symbol>
  )
}

function SignSymbols() {
  return (
    <>
      <symbol id="iconCardFront" viewBox="0 0 24 24">
        <path
          stroke="currentColor"
          d="M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM2 10h20M6 15h4"
        />
      </symbol>
      <symbol id="iconCVVBack" viewBox="0 0 24 24">
        <path d="M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM2 9h20M14 14h4" />
      </symbol>
      <symbol id="iconCVVFront" viewBox="0 0 24 24">
        <path d="M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM13 10h5M6 15h4" />
      </symbol>
      <symbol id="iconError" viewBox="0 0 24 24">
        <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM12 7.5v5M12 16.5h.01" />
      </symbol>
    </>
  )
}
