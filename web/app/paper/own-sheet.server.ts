import type { RouterContextProvider } from 'react-router'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { refuse } from '#platform/refusal.ts'

type Sought = { params: { userId: string }; context: Readonly<RouterContextProvider> }

/** An invoice or receipt for its owner; for anybody else it does not exist. */
export function ownSheet<Sheet>(
  { params, context }: Sought,
  read: (db: Db, visitor: Visitor) => Promise<Sheet>,
): Promise<Sheet> {
  const visitor = context.get(accountContext)
  return params.userId === visitor.accountId ? read(context.get(dbContext), visitor) : refuse('not-found')
}
