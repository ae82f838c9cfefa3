import type { Client } from './client.ts'

/** Public types of `dropin/frame-service`. */

/** A popup for a visit elsewhere, which reports back to this page. */
export type FrameService = {
  /**
   * Opens the popup, in answer to a click, at a waiting page without an address. Resolves with the report of its last
   * page, the gateway's `redirect-frame.html`; fails with FRAME_SERVICE_FRAME_OPEN_FAILED or, when closed before,
   * FRAME_SERVICE_FRAME_CLOSED.
   */
  open(address?: string): Promise<unknown>
  open(address: string | undefined, callback: (error: Error | null, report: unknown) => void): void
  /** Navigates the open popup. */
  redirect(address: string): void
  focus(): void
  close(): void
  isFrameClosed(): boolean
  teardown(): Promise<void>
  teardown(callback: (error: Error | null) => void): void
}

export type FrameServiceCreateOptions = {
  /** A client, or the authorization to make one with. */
  client?: Client | undefined
  authorization?: string | undefined
  /** Prefix of the window's name. */
  name?: string | undefined
  /** 450 × 535 by default. */
  width?: number | undefined
  height?: number | undefined
  gatewayUrl?: string | undefined
}

/** Fails with a BraintreeError: FRAME_SERVICE_FRAME_OPEN_FAILED, or one of the client's. */
export declare function create(options: FrameServiceCreateOptions): Promise<FrameService>
export declare function create(
  options: FrameServiceCreateOptions,
  callback: (error: Error | null, frameService: FrameService | undefined) => void,
): void

/** The version of the SDK whose pages this module fits. */
export declare const VERSION: string

declare const frameService: { create: typeof create; VERSION: string }
export default frameService
