import type { Translation } from '../messages.ts'
import { messages as taiwan } from './zh_TW.ts'

export const messages = {
  ...taiwan,
  CreditCardDeleteConfirmationMessage: '要刪除尾號為 {{identifier}} 的 {{secondaryIdentifier}} 卡嗎？',
  genericDeleteConfirmationMessage: '要刪除此付款方式嗎？',
  fieldEmptyForPostalCode: '請輸入郵政編碼。',
  fieldInvalidForNumber: '此卡號無效。',
  fieldInvalidForCardholderName: '此姓名無效。',
  fieldInvalidForCvv: '此安全碼無效。',
  fieldInvalidForExpirationDate: '此到期日無效。',
  fieldInvalidForPostalCode: '此郵政編碼無效。',
  hostedFieldsTokenizationFailOnDuplicateError: '此信用卡已經儲存在您的付款方式中。',
  hostedFieldsTokenizationNetworkErrorError: '網絡發生錯誤，請再試一次。',
  paypalAccountTokenizationFailedError: '無法新增此 PayPal 帳戶，請再試一次。',
  paypalFlowFailedError: '無法連接 PayPal，請再試一次。',
  applePayTokenizationError: '無法連接 Apple Pay，請再試一次。',
  vaultManagerPaymentMethodDeletionError: '無法刪除此付款方式，請再試一次。',
  postalCodeLabel: '郵政編碼',
  saveCardLabel: '儲存此卡片供下次使用',
  cvvThreeDigitLabelSubheading: '（3 位數字）',
  cvvFourDigitLabelSubheading: '（4 位數字）',
  endingIn: '尾號 •••• {{lastFourCardDigits}}',
} satisfies Translation
