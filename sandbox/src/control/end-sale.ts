import { Refused } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { BadRequest } from '../platform/requests.ts'
import { type Ending, simulateSettlement } from '../transaction-calls/transaction-moves.ts'

/** Ends a sale that was submitted: settled, pending, or declined at settlement. */
export async function endSale(gateway: Gateway, id: string, ending: Ending) {
  try {
    return await simulateSettlement(gateway, id, ending, null)
  } catch (problem) {
    if (problem instanceof Refused) throw new BadRequest(problem.message, { cause: problem })
    throw problem
  }
}
