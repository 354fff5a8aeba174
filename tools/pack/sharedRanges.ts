/**
 * Ends at the newest version under test. npm installs the newest version that a range allows, and viem pins exact
 * versions of its own dependencies: where a mirror lacks one of them, an open range makes `npm install` fail in an empty
 * folder (viem 2.57.13 and its `ox`).
 */
export const viemRange = '>=2.30.0 <=2.57.1'

/**
 * Packages that a site or a test may have itself: a range, so that npm installs one copy for both. All others have the
 * tested version. `e2e/install/ranges` tests the oldest and the newest version of each.
 */
export const sharedRanges: Readonly<Record<string, string>> = {
  '@tanstack/query-core': '^5.107.1',
  viem: viemRange,
  zod: '^4.6.7',
}
