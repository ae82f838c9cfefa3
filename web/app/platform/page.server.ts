import { data } from 'react-router'
import { Refusal } from './refusal.ts'

/** Runs a loader's work; a refusal becomes the page of its status. */
export async function asPage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (problem) {
    throw problem instanceof Refusal ? data(problem.message, problem.status) : problem
  }
}
