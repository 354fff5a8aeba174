/** Whether a payment page is safe: HTTPS, or a developer's own machine. */
export function isPaymentPage(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password) return false
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|.+\.localhost)$/.test(url.hostname))
  )
}
