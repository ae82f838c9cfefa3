import type { Db } from '#platform/database/database.server.ts'
import { anAccount, anEvent, aPlayer, aProgramme, aSession } from '../builders/builders.ts'
import { apiClient } from '../harness/api-client.ts'
import { aWorld } from '../harness/world.ts'

/** Every call of the programme, and what else a client needs. */
export const forEverybody = [
  '/activation-request activationRequest',
  '/confirm-account confirmAccount',
  '/create-account createAccount',
  '/get-clinic-by-id getClinicById',
  '/get-guest-client-token getGuestClientToken',
  '/get-league-by-id getLeagueById',
  '/get-lesson-by-id getLessonById',
  '/get-staff-by-year getStaffByYear',
  '/get-tournament-by-id getTournamentById',
  '/login login',
  '/logout logout',
  '/report-form-fault reportFormFault',
  '/reset-password resetPassword',
  '/reset-password-request resetPasswordRequest',
  '/submit-donation submitDonation',
]
export const forAccounts = [
  '/ask-for-exception askForException',
  '/check-all-cart-items checkAllCartItems',
  '/check-registered checkRegistered',
  '/create-person createPerson',
  '/delete-person deletePerson',
  '/fitting-sessions fittingSessions',
  '/get-card-client-token getCardClientToken',
  '/join-waiting-list joinWaitingList',
  '/leave-waiting-list leaveWaitingList',
  '/my-waiting-list myWaitingList',
  '/post-transaction postTransaction',
  '/process-all-cart-items processAllCartItems',
  '/refresh-user refreshUser',
  '/refund-transaction refundTransaction',
  '/register-with-credit registerWithCredit',
  '/remove-register-session removeRegisterSession',
  '/remove-registration-sessions removeRegistrationSessions',
  '/take-kept-place takeKeptPlace',
  '/update-person updatePerson',
  '/use-credit useCredit',
]
/** Of these accounts, only for members who may. */
export const forMembers = ['/desk/kept-notes keepCareNotes', '/desk/marks markPlayers']
export const forTheOwner = [
  '/books compareBooks',
  '/export-season exportSeason',
  '/family-data familyData',
  '/import-season importSeason',
  '/operate operate',
  '/record-payment recordPayment',
  '/team teamCommand',
]
export const toPath = (call: string) => call.split(' ')[0] ?? ''

type Content = { content?: { 'application/json'?: { example?: unknown; schema: object } } }
type Operation = {
  operationId: string
  summary?: string
  security?: object[]
  requestBody?: Content
  responses: Record<string, Content & { description: string }>
}

/** The description that the API serves. */
export async function description(db: Db) {
  const call = await apiClient(aWorld(db))
  const { answer } = await call('/openapi.json', undefined, { method: 'GET' })
  const paths: Record<string, Record<string, Operation>> = answer.paths
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  const exampleOf = (path: string) => paths[path]?.post?.requestBody?.content?.['application/json']?.example
  return { document: answer, operations, exampleOf }
}

/** The family that the examples of the description speak of, signed in. */
export async function exampleFamily(db: Db) {
  await aProgramme(db)
  const world = aWorld(db, { GATEWAY_URL: 'http://127.0.0.1:9' })
  const me = await anAccount(db, { id: '0b6f4b0e-6a3c-4f0e-9d6e-3d1f7a4b2c11' })
  await aPlayer(db, { id: '7c1d2f6a-52b8-4c39-8f0a-b1e6d9a4e722', accountId: me.id })
  await anEvent(db, { id: 3, priceCents: 18_000 })
  await aSession(db, { id: 12, eventId: 3 })
  return { me, world }
}
