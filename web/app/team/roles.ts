/** Who runs the programme. What each may do stands in `rights.ts`. */
export const roles = ['owner', 'registrar', 'treasurer', 'coach', 'reader'] as const
export type Role = (typeof roles)[number]
