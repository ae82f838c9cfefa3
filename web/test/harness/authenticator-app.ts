import { Secret, TOTP } from 'otpauth'

/** An app that was told this secret: the code that it shows, `steps` half minutes from now. */
export const anApp = (secret: string) => ({
  code: (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
      timestamp: Date.now() + steps * 30_000,
    }),
})
