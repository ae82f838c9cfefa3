/** Whether the merchant's gateway takes this brand; Diners Club cards are processed as Discover. */
export function isBrandSupported(type: string, supportedCardTypes: readonly string[]) {
  return supportedCardTypes.some((name) => brandType(name) === (type === 'diners-club' ? 'discover' : type))
}

/** The type id of a gateway brand name, such as `master-card` for MasterCard. */
export function brandType(name: string) {
  return name === 'MasterCard' ? 'master-card' : name.toLowerCase().replaceAll(' ', '-')
}
