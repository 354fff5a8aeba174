/** Orders two versions as semver does, pre-releases before their release: negative, zero or positive. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [split(a), split(b)]
  for (let i = 0; i < 3; i++) {
    const difference = (left.numbers[i] ?? 0) - (right.numbers[i] ?? 0)
    if (difference !== 0) return difference
  }
  if (left.pre === right.pre) return 0
  if (left.pre === '' || right.pre === '') return left.pre === '' ? 1 : -1
  return left.pre.localeCompare(right.pre, 'en', { numeric: true })
}

function split(version: string) {
  const [release = '', ...pre] = (version.split('+')[0] ?? '').split('-')
  return { numbers: release.split('.').map(Number), pre: pre.join('-') }
}
