import type { World } from '../run.ts'

export async function run({ merchant, check, checkThrows }: World) {
  const { clientToken } = await merchant.clientToken.generate({})
  const content = JSON.parse(Buffer.from(clientToken, 'base64').toString())
  check('a token is version 2 unless another is asked for', content, { version: 2 })

  const stranger = await merchant.clientToken.generate({ customerId: 'nobody' })
  check(
    'the customer must exist',
    [stranger.success, stranger.errors.deepErrors()],
    [
      false,
      [
        {
          code: '92804',
          attribute: 'customer_id',
          message: 'Customer specified by customer_id does not exist',
        },
      ],
    ],
  )
  await checkThrows(
    'an unknown transaction is not found',
    () => merchant.transaction.find('nothing'),
    'notFoundError',
  )
}
