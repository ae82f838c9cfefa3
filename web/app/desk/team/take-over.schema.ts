import { z } from 'zod'
import { nobody } from './take-over.tsx'

export const TakeOverForm = z.object({
  left: z.uuid(),
  coach: z
    .union([z.uuid(), z.literal(nobody)], { error: 'Choose who takes over.' })
    .transform((coach) => (coach === nobody ? null : coach)),
})
