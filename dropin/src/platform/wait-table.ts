// Every time limit and delay, in milliseconds; the first part are limits ("then": after it). Separate exports, so
// that each file of the package contains those it uses.

/** Any request to the gateway; loading the chunks of deletions and script tags. Then: the request's error. */
export const gateway = 60_000
/** Availability of a way to pay. Then: not offered. */
export const offering = 10_000
/** Loading of a way to pay; most parts have shorter limits. Then: shown disabled. */
export const dependency = 65_000
/** Card frames. Then: the card is disabled, or creation fails if nothing else is offered. */
export const fields = 60_000
/** Tokenization; a little longer than the frame's own limit. Then: "Network error. …" in the sheet. */
export const tokenizing = 65_000
/** The shop's `beforeDelete`, which may ask the customer. Then: nothing is deleted, with an error in the sheet. */
export const beforeDelete = 300_000
/** Cleanup. Then: `teardown` rejects, with the page already clean. */
export const ending = 5000
/** PayPal's script and button. Then: PayPal is disabled. */
export const paypal = 30_000
/** Google's script. Then: Google Pay is disabled. */
export const google = 30_000
/** Google Pay's readiness, before anything is shown. Then: offered until its sheet knows. */
export const googleReady = 3000
/** Venmo's desktop frames. Then: no QR code, and Venmo is disabled in the widget. */
export const venmoFrame = 10_000
/** Approval in Venmo's app. Then: 'Customer took too long to authorize payment.' */
export const venmoApp = 300_000
/** Stylesheet. Then: creation fails. */
export const stylesheet = 10_000
/** Texts of a locale. Then: English, or the current texts, and a warning. */
export const locale = 5000
/** Device data during creation. Then: the widget appears; requests carry the data once collected. */
export const collector = 5000
/** PayPal's collecting script. Then: requests carry no data, with a warning. */
export const collectorScript = 60_000
/** Set-up of the 3-D Secure provider, script included. Then: the older flow, in a frame. */
export const authenticationSetUp = 60_000
/** The bank's device check. Then: lookup without it. */
export const binProcess = 10_000
/** Analytics request. Then: dropped. */
export const analytics = 2000
/** How long creation may defer its first analytics event. */
export const reporting = 1000

/** Poll as a backstop for readiness. */
export const dependencyPoll = 200
/** From a new nonce to its row in the list. */
export const changeMethod = 200
/** Minimal display of the loader after a deletion. */
export const deletionLoading = 500
/** Until a placeholder is shown, while the configuration loads. */
export const placeholder = 100
/** Until an empty field that lost the focus to another gets its error. */
export const emptyField = 150
/** Latency allowed for a frame's last message. */
export const frameMessage = 100
/** Polling of a Venmo payment: by QR code, in the app. */
export const venmoCode = 1000
export const venmoReturn = 250
/** Retry of a Venmo payment that failed to start, while the previous one is alive. */
export const venmoRefresh = 30_000
/** Display of an approved payment beside the QR code. */
export const venmoApproved = 2000
/** How long the page may stay visible while Venmo's app opens. */
export const venmoLeaving = 500
/** From the page's return to the app's result in its address. */
export const venmoResult = 1000
/** Polling for a closed popup. */
export const window = 100
/** From a view's change to the focus in its first field. */
export const focus = 50
