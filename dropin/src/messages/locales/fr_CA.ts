import type { Translation } from '../messages.ts'
import { messages as french } from './fr_FR.ts'

export const messages = {
  ...french,
  chooseAnotherWayToPay: 'Choisir un autre mode de paiement',
  chooseAWayToPay: 'Choisissez votre mode de paiement',
  otherWaysToPay: 'Autres modes de paiement',
  editPaymentMethods: 'Modifier vos modes de paiement',
  CreditCardDeleteConfirmationMessage:
    'Supprimer la carte {{secondaryIdentifier}} se terminant par {{identifier}}?',
  PayPalAccountDeleteConfirmationMessage: 'Supprimer le compte PayPal {{identifier}}?',
  VenmoAccountDeleteConfirmationMessage: 'Supprimer le compte Venmo {{identifier}}?',
  genericDeleteConfirmationMessage: 'Supprimer ce mode de paiement?',
  fieldEmptyForCvv: 'Veuillez saisir le code de sécurité.',
  fieldInvalidForCvv: 'Ce code de sécurité n’est pas valide.',
  hostedFieldsTokenizationFailOnDuplicateError:
    'Cette carte figure déjà parmi vos modes de paiement enregistrés.',
  hostedFieldsTokenizationNetworkErrorError: 'Erreur de réseau. Veuillez réessayer.',
  vaultManagerPaymentMethodDeletionError: 'Ce mode de paiement n’a pas pu être supprimé. Veuillez réessayer.',
  cvvLabel: 'Code de sécurité',
  regionLabel: 'Province ou région',
} satisfies Translation
