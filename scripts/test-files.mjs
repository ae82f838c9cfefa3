// Which test files there are, by what they need.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tools.mjs'

/** What a test imports that works on a database, or on a gateway that has one. */
const ofDatabase = /harness\/database\.ts'|startGateway/
/** What a test imports that takes its time on either database: commands that are typed, a site that is asked over HTTP. */
const ofOutside = /harness\/(terminal|http-client)\.ts'/

export const needsDatabase = (file) => ofDatabase.test(readFileSync(join(root, file), 'utf8'))
export const asksFromOutside = (file) => ofOutside.test(readFileSync(join(root, file), 'utf8'))

/** The test files in a folder and below. */
export const testFilesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file))
