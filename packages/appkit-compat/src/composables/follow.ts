import { getCurrentScope, onScopeDispose, type ShallowRef, shallowRef } from 'vue'

/** What a kit says, as a ref that follows it until the component is gone. */
export function follow<T>(read: () => T, subscribe: (told: () => void) => () => void): ShallowRef<T> {
  const value = shallowRef(read())
  const stop = subscribe(() => {
    value.value = read()
  })
  if (getCurrentScope()) onScopeDispose(stop)
  return value
}
