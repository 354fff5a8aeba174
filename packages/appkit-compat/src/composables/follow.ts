import { getCurrentScope, onScopeDispose, type ShallowRef, shallowRef } from 'vue'

/** A value of the kit as a ref that updates until the component unmounts. */
export function follow<T>(read: () => T, subscribe: (listener: () => void) => () => void): ShallowRef<T> {
  const value = shallowRef(read())
  const stop = subscribe(() => {
    value.value = read()
  })
  if (getCurrentScope()) onScopeDispose(stop)
  return value
}
