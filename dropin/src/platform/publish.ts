declare const module: { exports: { default?: object } } | undefined
declare const define: ((names: string[], make: () => unknown) => void) & { amd?: unknown }

/** Exports a module of the SDK to `require`, an AMD loader, or the page (`braintree.<name>`). */
export function publish(name: string, part: object) {
  if (typeof module === 'object' && module?.exports) {
    module.exports = part
    Object.defineProperty(module.exports, '__esModule', { value: true })
    module.exports.default = part
    return
  }
  if (typeof define === 'function' && define.amd) {
    define([], () => part)
    return
  }
  const page = globalThis as { braintree?: Record<string, unknown> }
  page.braintree ??= {}
  page.braintree[name] = part
}
