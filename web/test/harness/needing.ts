import { findProgram } from '../../../scripts/provision/debian.mjs'

declare module 'vitest' {
  interface TaskMeta {
    missing?: string
  }
}

/** Options of a test that asks a program of this machine: where it is missing, the test is named among those not run. */
export const needing = (program: string) =>
  findProgram(program) ? {} : { skip: true, meta: { missing: program } }
