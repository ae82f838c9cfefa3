/** Headers that every answer of a public site carries, as they are. */
export const plainHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
}

/** What the policy of every answer begins with, and whom it keeps from framing. */
export const strictPolicy = /^default-src 'none'; .*base-uri 'none'; frame-ancestors 'none'/
