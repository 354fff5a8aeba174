/** Image URL of a symbol or provider. Only for listed tokens, through `tokenImageUrl`: an unlisted token must not get a known image. */
export function iconOf(baseUrl: string, symbol: string): string {
  return `${baseUrl}/public/getTokenImage/${encodeURIComponent(symbol.toLowerCase())}`
}
