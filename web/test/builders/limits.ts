import type { z } from 'zod'
import type { Limits } from '../../app/platform/settings/env.server.ts'

/** The setting by which a test reaches a limit: what is not named is as usual. */
export const limits = (changed: z.input<typeof Limits>) => ({ LIMITS_FOR_TESTS: JSON.stringify(changed) })
