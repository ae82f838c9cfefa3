import type { PolicyFacts } from './policy-facts.server.ts'

export const PaymentHelpers = (facts: PolicyFacts) => (
  <>
    {facts.asksBanks && (
      <>
        <dt>The bank of your card</dt>
        <dd>
          When you pay by card, your bank is asked whether it is you (3-D Secure), by a script of{' '}
          {playedBy(facts, 'Cardinal Commerce, a company of Visa')} that your browser loads. Both see its
          network address and how it is set up, the amount, your email address and, with a gift, your phone
          number. The bank may show you a page of its own; what you type there only the bank sees. We keep its
          answer.
        </dd>
      </>
    )}
    {facts.hasPayPal && (
      <>
        <dt>PayPal</dt>
        <dd>
          {playedWord(facts)}
          On the pages where you can pay, your browser loads a button from PayPal, which sees its network
          address. If you use it, you log in and agree in a window of PayPal's. PayPal learns the amount and
          that it is for us, and tells the card company and us the account's email address. If you are logged
          in here and tick the box beside the button, the card company saves the account for the next time,
          under the number that stands for your account: remove it under “Edit” beside it.
        </dd>
      </>
    )}
    {facts.hasDeviceData && (
      <>
        <dt>Watching for fraud</dt>
        <dd>
          {playedWord(facts)}
          On the pages where you can pay, your browser loads a script from PayPal, which sees its network
          address, what kind of device it is and how the page is used. With the payment, the card company
          learns which visit it was, so that stolen cards are noticed. Neither learns from it who you are.
        </dd>
      </>
    )}
    {facts.hasVenmo && (
      <>
        <dt>Venmo</dt>
        <dd>
          {playedWord(facts)}
          If you pay with it, you agree in Venmo’s app or on its page. Venmo learns that the payment is for
          us, and tells the card company and us the name of your account. It is not saved.
        </dd>
      </>
    )}
    {facts.hasApplePay && (
      <>
        <dt>Apple Pay</dt>
        <dd>
          {playedWord(facts)}
          If you pay with it, your device shows who asks for how much, and Apple passes your card on to the
          card company in a form that nobody else can read.
        </dd>
      </>
    )}
    {facts.hasGooglePay && (
      <>
        <dt>Google Pay</dt>
        <dd>
          {playedWord(facts)}
          On the pages where you can pay, your browser loads a script from Google, which sees its network
          address and is asked whether you can pay with it. If you do, Google learns the amount and that it is
          for us, and passes your card on to the card company.
        </dd>
      </>
    )}
  </>
)

const playedWord = ({ gateway }: PolicyFacts) =>
  gateway === 'local' && 'Here our test gateway plays its part. '
const playedBy = ({ gateway }: PolicyFacts, name: string) => (gateway === 'local' ? 'our test gateway' : name)
