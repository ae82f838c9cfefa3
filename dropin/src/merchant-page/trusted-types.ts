type Policy = { createScriptURL: (address: string) => string; createScript: (text: string) => string }
type Rules = { [Rule in keyof Policy]: Policy[Rule] }
type Page = { trustedTypes?: { createPolicy: (name: string, rules: Rules) => Policy } }

let policy: Policy | undefined

/** The widget's one policy: addresses of gateway/third-party-addresses.ts, and data. */
export function trustedTypesPolicy(): Policy {
  const rules: Rules = {
    createScriptURL: (address) => address,
    createScript: (text) => JSON.stringify(JSON.parse(text)),
  }
  policy ??= (globalThis as Page).trustedTypes?.createPolicy('braintree-dropin', rules) ?? rules
  return policy
}
