/** A name inside a sentence that may be read the other way: neither turns the other round. */
export const isolate = (name: string): string => `\u2068${name}\u2069`
