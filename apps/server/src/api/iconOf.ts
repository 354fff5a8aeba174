/** Where this server shows a token's picture. Only for listed tokens: a stranger's coin must not wear a known one's face. */
export function iconOf(baseUrl: string, symbol: string): string {
  return `${baseUrl}/public/getTokenImage/${encodeURIComponent(symbol.toLowerCase())}`
}
