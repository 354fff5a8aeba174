/** AppKit 1.x's version as a comparable number. */
export const stockVersion = (minor: number, patch: number): number => minor * 10_000 + patch

/** The AppKit version in a request (`react-wagmi-1.7.11`); undefined for other clients. */
export function stockVersionOf(sv: string | undefined): number | undefined {
  const [, minor, patch] = /-1\.(\d{1,3})\.(\d{1,4})$/.exec(sv ?? '') ?? []
  return minor === undefined ? undefined : stockVersion(Number(minor), Number(patch))
}
