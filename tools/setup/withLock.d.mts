export function takeLock(path: string): (() => void) | undefined
export function withLock<T>(
  path: string,
  wait: (holder: number | undefined) => void,
  work: () => Promise<T>,
): Promise<T>
export function holderOf(path: string): number | undefined
