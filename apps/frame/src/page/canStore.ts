/**
 * Whether this browser lets an embedded page keep anything. Only local storage is tried: where storage is blocked, merely opening a
 * database has crashed browsers.
 */
export function canStore(page: { readonly localStorage: Storage }): boolean {
  try {
    const key = 'billfold-frame-probe'
    page.localStorage.setItem(key, '1')
    page.localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}
