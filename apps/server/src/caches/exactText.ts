// JSON in which a bigint is a text that begins with ~n; ~s marks other texts that begin with ~.

/** A value with bigints as text. */
export const writeText = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === 'bigint') return `~n${one}`
    return typeof one === 'string' && one.startsWith('~') ? `~s${one}` : one
  })

/** And back. */
export const readText = (text: string): unknown =>
  JSON.parse(text, (_, one: unknown) => {
    if (typeof one !== 'string' || !one.startsWith('~')) return one
    return one.startsWith('~n') ? BigInt(one.slice(2)) : one.slice(2)
  })
