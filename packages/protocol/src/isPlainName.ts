const plain = /^(?:(?!..--)[a-z0-9-]+\.)+(?!..--)[a-z0-9-]+$/

/**
 * Whether a name consists of lower-case letters, digits and hyphens only, without hyphens third and fourth: such a name
 * is its own normal form (ENSIP-15). The rules for all others are large, and take a third of a second to unpack.
 */
export const isPlainName = (name: string): boolean => name.length <= 255 && plain.test(name)
