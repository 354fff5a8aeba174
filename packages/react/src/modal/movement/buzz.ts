/** Short patterns in ms: a success is one tap, an error two, a sheet that is let go a touch. */
const patterns = { success: [14], error: [10, 60, 18], letGo: [6] }

/** A haptic signal on phones that have them; in Telegram the host gives its own (startTelegram.ts). */
export function buzz(kind: keyof typeof patterns): void {
  const { vibrate, userActivation } = navigator as Navigator & { vibrate?: Navigator['vibrate'] }
  // A browser complains about a page that no one has touched.
  if (!vibrate || !userActivation?.hasBeenActive || navigator.maxTouchPoints === 0) return
  const opened = performance.getEntriesByType('navigation')[0]?.name ?? ''
  if (!`${opened} ${location.href}`.includes('tgWebApp')) vibrate.call(navigator, patterns[kind])
}
