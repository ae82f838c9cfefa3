import type { Running } from '../../model/running.ts'
import { openWallet } from '../wallet.ts'
import { showButton } from './apple-pay-button.ts'

export const openButton = (running: Running) =>
  openWallet(running, 'applePay', { part: 'apple-pay', showButton })
