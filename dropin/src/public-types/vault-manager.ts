import type { PartOptions } from './client.ts'

/** A saved method of a customer, with a fresh nonce that is good for one use. */
export type SavedPaymentMethod = {
  nonce: string
  type: string
  details: Record<string, unknown>
  description?: string | undefined
  binData?: Record<string, string> | undefined
  /** The customer's default. */
  default?: boolean | undefined
  /** A subscription uses it. */
  hasSubscription?: boolean | undefined
}

/** The saved methods of the client token's customer. After teardown every method but `teardown` fails. */
export type VaultManager = {
  /** Resolves with the saved methods, each with a fresh nonce; none for a guest. */
  fetchPaymentMethods(options?: { defaultFirst?: boolean | undefined }): Promise<SavedPaymentMethod[]>
  fetchPaymentMethods(callback: (error: Error | null, methods?: SavedPaymentMethod[]) => void): void
  fetchPaymentMethods(
    options: { defaultFirst?: boolean | undefined },
    callback: (error: Error | null, methods?: SavedPaymentMethod[]) => void,
  ): void
  /** Deletes a saved method. Fails with a BraintreeError whose `code` begins with `VAULT_MANAGER_`. */
  deletePaymentMethod(nonce: string): Promise<void>
  deletePaymentMethod(nonce: string, callback: (error: Error | null) => void): void
  teardown(): Promise<void>
  teardown(callback: (error: Error | null) => void): void
}

export type VaultManagerOptions = PartOptions

export declare function create(options: VaultManagerOptions): Promise<VaultManager>
export declare function create(
  options: VaultManagerOptions,
  callback: (error: Error | null, vaultManager: VaultManager | undefined) => void,
): void

/** The version of the SDK whose pages this module fits. */
export declare const VERSION: string

declare const vaultManager: { create: typeof create; VERSION: string }
export default vaultManager
