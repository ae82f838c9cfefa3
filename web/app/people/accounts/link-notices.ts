import { refusals } from '#platform/refusal.ts'

/** For a signed-in visitor with an expired link. */
export const linkNotices = new Map<string, string>([
  [
    'token-spent',
    'This activation link was used already or is too old. You are logged in, so there is nothing to activate.',
  ],
  [
    'email-token-spent',
    'This link was used already or is too old. If your email is not changed yet, ask for a new link below.',
  ],
  ['too-many-tries', refusals['too-many-tries'][1]],
  ['email-too-many-tries', refusals['too-many-tries'][1]],
])
