type Grecaptcha = {
  ready: (then: () => void) => void
  execute: (siteKey: string, options: { action: string }) => PromiseLike<string>
}

let loading: Promise<void> | undefined

/** Memoised per page; a failure can be retried. */
export function loadRecaptcha(scriptUrl: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.onload = () => grecaptcha().ready(resolve)
    script.onerror = () => {
      loading = undefined
      script.remove()
      reject(new Error('reCAPTCHA could not be loaded.'))
    }
    document.head.append(script)
  })
  return loading
}

export const askRecaptcha = async (siteKey: string, action: string) =>
  grecaptcha().execute(siteKey, { action })

function grecaptcha(): Grecaptcha {
  const { grecaptcha: found } = window as Window & { grecaptcha?: Grecaptcha }
  if (!found) throw new Error('reCAPTCHA is not there.')
  return found
}
