import { createHash } from 'node:crypto'
import { type AuthenticationStatus, describeAuthentication } from '../platform/authentication-statuses.ts'
import type { ThreeDSecure } from './three-d-secure.ts'

/** Derived from the id, so that they are stable. */
export function threeDSecureInfo(id: string, status: AuthenticationStatus, brand: string): ThreeDSecure {
  const { enrolled, paresStatus, liabilityShifted, liabilityShiftPossible } = describeAuthentication(status)
  const wasTried = paresStatus !== null
  return {
    status,
    enrolled,
    liabilityShifted,
    liabilityShiftPossible,
    cavv: liabilityShifted ? deriveProof(id, 'cavv') : null,
    xid: wasTried ? deriveProof(id, 'xid') : null,
    eciFlag: eciFlag(brand, paresStatus),
    threeDSecureVersion: '2.2.0',
    dsTransactionId: wasTried ? deriveUuid(id, 'ds') : null,
    acsTransactionId: wasTried ? deriveUuid(id, 'acs') : null,
    threeDSecureServerTransactionId: deriveUuid(id, 'server'),
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
function deriveProof(id: string, purpose: string): string {
  return digest(id, purpose).toString('base64')
}

function deriveUuid(id: string, purpose: string): string {
  const hex = digest(id, purpose).toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join('-')
}
