import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Context, Hono } from 'hono'
import type { Gateway } from '../gateway.ts'
import { type ServerEnv, show } from '../http/replies.ts'
import type { XmlValue } from '../http/xml.ts'

/** How many records one page of a search holds; the first step gives at most `mostIds` ids. */
const pageSize = 50
const mostIds = 20_000

type Rows = { where: SQL | undefined; order: SQL; most: number }

/** A search as the official SDK makes it: first the ids of all that match, then page by page the records of some. */
export type Search<Row> = {
  /** The path of the second step; that of the first ends in `_ids`. */
  path: string
  root: string
  record: string
  table: PgTable
  id: PgColumn
  order: SQL
  where: (c: Context<ServerEnv>) => SQL | undefined | Promise<SQL | undefined>
  find: (rows: Rows) => Promise<Row[]>
  answers: (rows: Row[]) => XmlValue[] | Promise<XmlValue[]>
}

export function addSearch<Row>(api: Hono<ServerEnv>, { db }: Gateway, search: Search<Row>) {
  const { path, root, record, table, id, order } = search
  api.post(`${path}_ids`, async (c) => {
    const where = await search.where(c)
    const columns = { id: sql<string>`${id}` }
    const rows = await db.select(columns).from(table).where(where).orderBy(order).limit(mostIds)
    return show(c, 200, 'search-results', { pageSize, ids: rows.map((row) => row.id) })
  })
  api.post(path, async (c) => {
    const rows = await search.find({ where: await search.where(c), order, most: pageSize })
    return show(c, 200, root, { elementName: record, children: await search.answers(rows) })
  })
}
