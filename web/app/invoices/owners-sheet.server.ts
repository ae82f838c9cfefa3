import type { RouterContextProvider } from 'react-router'
import { accountContext } from '#people/sign-in/visitor.server.ts'
import { dbContext } from '#platform/contexts.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Visitor } from '#platform/http/api.server.ts'
import { refuse } from '#platform/refusal.ts'

type SheetArgs = { params: { userId: string }; context: Readonly<RouterContextProvider> }

/** For its owner; anybody else gets `not-found`. */
export function readOwnersSheet<Sheet>(
  { params, context }: SheetArgs,
  read: (db: Db, visitor: Visitor) => Promise<Sheet>,
): Promise<Sheet> {
  const visitor = context.get(accountContext)
  return params.userId === visitor.accountId ? read(context.get(dbContext), visitor) : refuse('not-found')
}
