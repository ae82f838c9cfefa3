import { ageOn } from '#people/people.ts'
import { personReply } from '#people/sign-in/user.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { longDay, todayIn } from '#platform/format/dates.ts'
import { readProgramme } from '#platform/settings/programme.db.server.ts'
import { cannotDelete } from './delete-player.server.ts'
import { listPlayers } from './family.db.server.ts'

export type FamilyPlayer = Awaited<ReturnType<typeof familyPlayers>>[number]

export async function familyPlayers(db: Db, accountId: string) {
  const today = todayIn((await readProgramme(db)).timeZone)
  const rows = await listPlayers(db, accountId, today)
  return rows.map(({ role, registered, current, ...row }) => ({
    ...personReply({ ...row, role }),
    isMyself: role === 'myself',
    born: row.birthday && longDay(row.birthday),
    age: row.birthday && ageOn(row.birthday, today),
    current,
    past: registered - current,
    block: registered > 0 ? cannotDelete(row) : undefined,
  }))
}
