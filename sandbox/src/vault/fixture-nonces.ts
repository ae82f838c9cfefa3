import type { Conduct } from './cards.ts'

export type Fixture = { number: string; conduct?: Conduct }
const plain = (number: string, conduct?: Conduct): Fixture => ({ number, conduct })

/** Test nonces that need no client: they stand for a test card and may be used again and again. */
export const fixtureNonces: Record<string, Fixture | 'consumed' | 'luhn_invalid'> = {
  'fake-valid-nonce': plain('4012888888881881'),
  'fake-valid-visa-nonce': plain('4012888888881881'),
  'fake-valid-amex-nonce': plain('378282246310005'),
  'fake-valid-mastercard-nonce': plain('5555555555554444'),
  'fake-valid-discover-nonce': plain('6011111111111117'),
  'fake-valid-jcb-nonce': plain('3530111333300000'),
  'fake-valid-maestro-nonce': plain('6304000000000000'),
  'fake-valid-dinersclub-nonce': plain('36259600000004'),
  'fake-valid-prepaid-nonce': plain('4111111111111210'),
  'fake-valid-prepaid-reloadable-nonce': plain('4229989900000002'),
  'fake-valid-business-nonce': plain('4229989800000003'),
  'fake-valid-consumer-nonce': plain('4229989700000004'),
  'fake-valid-corporate-nonce': plain('4229989100000000'),
  'fake-valid-purchase-nonce': plain('4229989500000006'),
  'fake-valid-commercial-nonce': plain('4111111111131010'),
  'fake-valid-durbin-regulated-nonce': plain('4111161010101010'),
  'fake-valid-healthcare-nonce': plain('4111111510101010'),
  'fake-valid-debit-nonce': plain('4117101010101010'),
  'fake-valid-payroll-nonce': plain('4111111114101010'),
  'fake-valid-no-indicators-nonce': plain('4111111111310101'),
  'fake-valid-unknown-indicators-nonce': plain('4111111111112101'),
  'fake-valid-country-of-issuance-usa-nonce': plain('4111111111121102'),
  'fake-valid-issuing-bank-network-only-nonce': plain('4111111141010101'),
  'fake-processor-declined-visa-nonce': plain('4000111111111115', 'declined'),
  'fake-processor-declined-mastercard-nonce': plain('5105105105105100', 'declined'),
  'fake-processor-declined-amex-nonce': plain('378734493671000', 'declined'),
  'fake-processor-declined-discover-nonce': plain('6011000990139424', 'declined'),
  'fake-processor-failure-jcb-nonce': plain('3530111333300000', 'processor_failure'),
  'fake-gateway-rejected-fraud-nonce': plain('4000111111111511', 'fraud'),
  'fake-gateway-rejected-risk-thresholds-nonce': plain('4111130000000003', 'risk_threshold'),
  'fake-consumed-nonce': 'consumed',
  'fake-luhn-invalid-nonce': 'luhn_invalid',
}
