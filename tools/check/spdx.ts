/**
 * Whether the licenses in `allowed` satisfy an SPDX expression: any side of an OR, both of an AND. `X+` counts as X,
 * and `X WITH exception` as X, since exceptions only add permissions. An expression that does not parse is not allowed.
 */
export function isLicenceAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0
  const peek = () => tokens[at]
  const take = () => tokens[at++]

  const either = (): boolean | undefined => {
    let result = both()
    while (peek() === 'OR') {
      take()
      const right = both()
      result = result === undefined || right === undefined ? undefined : result || right
    }
    return result
  }
  const both = (): boolean | undefined => {
    let result = single()
    while (peek() === 'AND') {
      take()
      const right = single()
      result = result === undefined || right === undefined ? undefined : result && right
    }
    return result
  }
  const single = (): boolean | undefined => {
    const token = take()
    if (token === '(') {
      const inner = either()
      return take() === ')' ? inner : undefined
    }
    if (token === undefined || !/^[A-Za-z0-9.-]+\+?$/.test(token) || ['OR', 'AND', 'WITH'].includes(token))
      return undefined
    if (peek() === 'WITH') {
      take()
      if (take() === undefined) return undefined
    }
    return allowed.has(token.replace(/\+$/, ''))
  }
  const result = either()
  return result === true && at === tokens.length
}
