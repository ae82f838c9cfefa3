import { Refused } from '../platform/errors.ts'
import type { Gateway } from '../platform/gateway.ts'
import { BadRequest } from '../platform/http/requests.ts'
import { type Ending, simulateSettlement } from '../transaction-api/transaction-moves.ts'

export async function endSale(gateway: Gateway, id: string, ending: Ending) {
  try {
    return await simulateSettlement(gateway, id, ending, null)
  } catch (problem) {
    if (problem instanceof Refused) throw new BadRequest(problem.message, { cause: problem })
    throw problem
  }
}
