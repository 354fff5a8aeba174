/**
 * Whether a database stores a text unchanged: PostgreSQL rejects NUL, and half of a surrogate pair is not a character.
 */
export const isStorableText = (text: string): boolean => !/[\0\p{Cs}]/u.test(text)
