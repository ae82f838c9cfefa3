import { createHash } from 'node:crypto'
import { type AuthenticationStatus, meaningOf } from '../platform/authentication-statuses.ts'
import type { ThreeDSecure } from './three-d-secure.ts'

/** The proofs of an authentication with this id and end: the same at every look. */
export function threeDSecureInfo(id: string, status: AuthenticationStatus, brand: string): ThreeDSecure {
  const { enrolled, paresStatus, liabilityShifted, liabilityShiftPossible } = meaningOf(status)
  const wasTried = paresStatus !== null
  return {
    status,
    enrolled,
    liabilityShifted,
    liabilityShiftPossible,
    cavv: liabilityShifted ? proofOf(id, 'cavv') : null,
    xid: wasTried ? proofOf(id, 'xid') : null,
    eciFlag: eciFlag(brand, paresStatus),
    threeDSecureVersion: '2.2.0',
    dsTransactionId: wasTried ? uuidOf(id, 'ds') : null,
    acsTransactionId: wasTried ? uuidOf(id, 'acs') : null,
    threeDSecureServerTransactionId: uuidOf(id, 'server'),
    paresStatus,
    threeDSecureAuthenticationId: id,
    authentication: { transStatus: paresStatus, transStatusReason: null },
    lookup: { transStatus: paresStatus, transStatusReason: null },
  }
}

/** Visa and American Express count 05, 06, 07; Mastercard 02, 01, 00: authenticated, tried, neither. */
function eciFlag(brand: string, paresStatus: string | null): string {
  const [authenticated, tried, neither] = brand === 'MasterCard' ? ['02', '01', '00'] : ['05', '06', '07']
  if (paresStatus === 'Y') return authenticated
  return paresStatus === 'A' ? tried : neither
}

function digest(id: string, purpose: string): Buffer {
  return createHash('sha1').update(`${purpose}:${id}`).digest()
}

/** 20 bytes in base64. */
function proofOf(id: string, purpose: string): string {
  return digest(id, purpose).toString('base64')
}

function uuidOf(id: string, purpose: string): string {
  const hex = digest(id, purpose).toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join('-')
}
