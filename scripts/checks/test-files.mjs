import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools.mjs'

const databaseImports = /harness\/database\.ts'|startGateway/
/** Equally slow on either database. */
const outsideImports = /harness\/(terminal|http-client)\.ts'/

export const needsDatabase = (file) => databaseImports.test(readFileSync(join(root, file), 'utf8'))
export const runsFromOutside = (file) => outsideImports.test(readFileSync(join(root, file), 'utf8'))

export const testFilesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file))
