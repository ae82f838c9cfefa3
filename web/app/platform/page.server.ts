import { data } from 'react-router'
import { Refusal, refuse } from './refusal.ts'

/** Runs a loader's work; a refusal becomes the page of its status. */
export async function asPage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (problem) {
    throw problem instanceof Refusal ? data(problem.message, problem.status) : problem
  }
}

/** The number of a row that an address names; what is none leads nowhere. */
export const rowId = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : refuse('not-found'))

/** The same for an id of letters and digits, such as the gateway's. */
export const plainId = (text: string) => (/^[\w-]{1,100}$/.test(text) ? text : refuse('not-found'))

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
export const isUuid = (text: string) => uuid.test(text)
