const look = 'popup,width=600,height=800,scrollbars=yes'

/** Opens the payment window, empty or at its page; null if the browser blocks it. Only works in a click. */
export function openPayment(url: string): Window | null {
  if (url) {
    // Straight to a page that is not this site's: it gets no hold of it.
    window.open(url, '_blank', `${look},noopener,noreferrer`)
    return null
  }
  return window.open('', '_blank', look)
}
