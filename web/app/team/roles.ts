/** Their rights are in `rights.ts`. */
export const roles = ['owner', 'registrar', 'treasurer', 'coach', 'reader'] as const
export type Role = (typeof roles)[number]

export const roleLabels: Record<Role, { name: string; hint: string }> = {
  coach: { name: 'Coach', hint: 'Day sheets and families of their own sessions. No sums.' },
  registrar: { name: 'Registrar', hint: 'Families, season, mails and money.' },
  treasurer: { name: 'Treasurer', hint: 'Money and phones. No season, no marks.' },
  reader: { name: 'Reader', hint: 'Rosters with names and levels.' },
  owner: { name: 'Owner', hint: 'Everything, and this page.' },
}
