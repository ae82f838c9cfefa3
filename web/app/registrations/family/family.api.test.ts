import { expect } from 'vitest'
import { anAccount, aProgramme } from '../../../test/builders/builders.ts'
import { apiClient } from '../../../test/harness/api-client.ts'
import { test } from '../../../test/harness/database.ts'
import { aWorld } from '../../../test/harness/world.ts'

test('parent and player accounts alike add, change and delete family players P6.11', async ({ db }) => {
  await aProgramme(db)
  for (const kind of ['parent', 'player'] as const) {
    const call = await apiClient(aWorld(db), await anAccount(db, { kind }))
    const family = async () => (await call('/refresh-user')).answer.family
    const pip = {
      first_name: 'Pip',
      last_name: 'Vale',
      birthday: '2016-04-12',
      phone: '(555) 010-0143',
      skill_level: 'Beginner',
      is_active: true,
    }

    const { answer } = await call('/create-person', pip)
    expect(await family()).toMatchObject([pip])
    const { id } = answer.person
    const change = { id, first_name: 'Philippa', last_name: 'Vale', phone: '' }
    expect(await call('/update-person', change)).toMatchObject({ status: 200 })
    expect(await family()).toMatchObject([{ ...pip, first_name: 'Philippa', phone: null }])
    expect(await call('/delete-person', answer.person)).toEqual({ status: 200, answer: { success: true } })
    expect(await family()).toEqual([])
  }
})
