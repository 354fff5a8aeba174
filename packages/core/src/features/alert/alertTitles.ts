/** What an alert is about, as AppKit says it. */
export const alertTitles = {
  projectMissing: 'Project ID Not Configured',
  projectUnknown: 'Invalid Project ID',
  invalidAppConfiguration: 'Invalid App Configuration',
  networkUnknown: 'Network Not Found',
  embeddedUnavailable: 'There was an issue loading the embedded wallet',
} as const
