/** Whether a database keeps a text as it is: one with a NUL is refused by PostgreSQL, and half of a surrogate pair is no character. */
export const isStorableText = (text: string): boolean => !/[\0\p{Cs}]/u.test(text)
