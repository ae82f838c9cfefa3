// Every wait of the widget in milliseconds. Those of the first part are limits: none hangs longer.
// Each stands for itself, so that a file of the package holds but those that it needs.

/**
 * Any answer of the gateway: configuration, saved methods, a deletion; what deletes, and what posts the form of a script
 * tag. Then: the error of what was asked.
 */
export const gateway = 60_000
/** Whether a way to pay is offered. Then: it is not. */
export const offering = 10_000
/** All that a way to pay loads; most have shorter limits of their own. Then: it is shown disabled. */
export const dependency = 65_000
/** The card fields' frames. Then: the card is shown disabled, or creation fails if nothing else is offered. */
export const fields = 60_000
/** A nonce from the fields, a little more than the frame's own limit. Then: "Network error. …" in the sheet. */
export const tokenizing = 65_000
/** The shop's `beforeDelete`, which may ask the customer. Then: nothing is deleted, and the sheet says so. */
export const beforeDelete = 300_000
/** A part of the widget that ends. Then: `teardown` rejects; the page is clean by then. */
export const ending = 5000
/** PayPal's script and button. Then: PayPal is shown disabled. */
export const paypal = 30_000
/** Google's script. Then: Google Pay is shown disabled. */
export const google = 30_000
/** Whether the browser has Google Pay, before anything is shown. Then: it is offered until its sheet knows. */
export const googleReady = 3000
/** Venmo's frames on a computer. Then: no QR code is offered, and the widget shows Venmo disabled. */
export const venmoFrame = 10_000
/** A payer who is in Venmo's app. Then: 'Customer took too long to authorize payment.' */
export const venmoApp = 300_000
/** The widget's stylesheet. Then: creation fails. */
export const stylesheet = 10_000
/** The texts of a locale. Then: English, or those that the widget has, and a word to the console. */
export const locale = 5000
/** Data about the device, while the widget is created. Then: it appears; requests carry the data once it is there. */
export const collector = 5000
/** PayPal's script that collects it. Then: requests carry none, and the console says so. */
export const collectorScript = 60_000
/** The provider of 3-D Secure, from its script to its session. Then: the bank is shown in a frame, the older way. */
export const authenticationSetUp = 60_000
/** The bank's look at the device. Then: the card is looked up without it. */
export const binProcess = 10_000
/** An event to analytics. Then: nothing, nobody waits for it. */
export const analytics = 2000
/** A widget that is being created, before analytics are told that it has begun. Then: they are told. */
export const reporting = 1000

/** Backstop for readiness, which is also checked at every change. */
export const dependencyPoll = 200
/** From a new method's nonce to its row in the list. */
export const changeMethod = 200
/** The loader stays this long after a deletion, so that the change can be seen. */
export const deletionLoading = 500
/** A widget that is not drawn by then, since its configuration is on its way, shows a box. */
export const placeholder = 100
/** A field left empty gets its error this much later, if the customer went on to another field. */
export const emptyField = 150
/** What a frame saw last may be this long on its way to the page. */
export const frameMessage = 100
/** How often Venmo is asked for the state of a payment: by a QR code, by the app. */
export const venmoCode = 1000
export const venmoReturn = 250
/** A payment with Venmo that did not begin when the one before grew old is tried again so often, while that lives. */
export const venmoRefresh = 30_000
/** An approved payment is shown this long beside the QR code. */
export const venmoApproved = 2000
/** A page that opens Venmo's app may still be seen this long. */
export const venmoLeaving = 500
/** A page that is seen again waits this long for what the app tells of the payment. */
export const venmoResult = 1000
/** How often a window is looked at, whether it has been closed. */
export const window = 100
/** From a view's change to the focus in its first field. */
export const focus = 50
