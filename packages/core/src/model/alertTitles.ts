/** Alert titles, identical to AppKit's. */
export const alertTitles = {
  projectMissing: 'Project ID Not Configured',
  projectUnknown: 'Invalid Project ID',
  invalidAppConfiguration: 'Invalid App Configuration',
  networkUnknown: 'Network Not Found',
  embeddedUnavailable: 'There was an issue loading the embedded wallet',
} as const
