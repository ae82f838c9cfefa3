/** As the DOM takes them: what a policy gives stands for the text that went in. */
type Policy = { createScriptURL: (address: string) => string; createScript: (text: string) => string }
type Rules = { [Rule in keyof Policy]: Policy[Rule] }
type Page = { trustedTypes?: { createPolicy: (name: string, rules: Rules) => Policy } }

let policy: Policy | undefined

/** The one policy of the widget: addresses of gateway/foreign-scripts.ts go through it, and data. */
export function trusted(): Policy {
  const rules: Rules = {
    createScriptURL: (address) => address,
    createScript: (text) => JSON.stringify(JSON.parse(text)),
  }
  policy ??= (globalThis as Page).trustedTypes?.createPolicy('braintree-dropin', rules) ?? rules
  return policy
}
