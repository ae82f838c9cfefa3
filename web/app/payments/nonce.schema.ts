import { z } from '@hono/zod-openapi'

/** Printable ASCII only, since the gateway's XML takes no control characters. */
export const Nonce = z
  .string()
  .max(300)
  .regex(/^[!-~]+$/, 'This is no payment method.')
  .openapi({ example: 'tokencc_bh_8xq2vk_example' })

export const DeviceData = z
  .string()
  .max(10_000)
  .regex(/^[^\p{Cc}]*$/u, 'This is no device data.')
  .openapi({ example: '{"correlation_id":"7f3c2a9d"}' })
