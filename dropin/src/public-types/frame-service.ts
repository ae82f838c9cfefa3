import type { Client } from './client.ts'

/** The types that pages see of `dropin/frame-service`, and nothing else. */

/** A window of its own in which somebody does something elsewhere, and which then tells this page. */
export type FrameService = {
  /**
   * Opens the window, in answer to a press, at a page that says to wait if no address is given. Gives what the window
   * tells by its last page, `redirect-frame.html` of the gateway; fails with FRAME_SERVICE_FRAME_OPEN_FAILED or, when it
   * is closed before, FRAME_SERVICE_FRAME_CLOSED.
   */
  open(address?: string): Promise<unknown>
  open(address: string | undefined, callback: (error: Error | null, told: unknown) => void): void
  /** Leads the open window elsewhere. */
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
  /** What the window's name begins with. */
  name?: string | undefined
  /** 450 × 535 if nothing is said. */
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

/** The version of the SDK whose pages this part fits. */
export declare const VERSION: string

declare const frameService: { create: typeof create; VERSION: string }
export default frameService
